"""The query of failing criteria, which may be asked for a few of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BitSql:
    """A bit, and the SQL that stands for it."""

    bit: int
    sql: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """The query of every failing criterion of each rejected pair.

    Between `head` and `tail` it has a case for each bit, which DuckDB binds one by one:
    where the bits that fail are known, the others are better left out.
    """

    head: str
    cases: tuple[BitSql, ...]
    tail: str

    def sql(self, mask: int = -1) -> str:
        """Return the query of the criteria of a mask, of all bits without one.

        >>> few = Reasons("[", (BitSql(0, "a,"), BitSql(1, "b,")), "]")
        >>> few.sql(2), few.sql(3) == few.sql()
        ('[b,]', True)
        """
        few = (each.sql for each in self.cases if mask >> each.bit & 1)
        return "".join((self.head, "\n".join(few), self.tail))
