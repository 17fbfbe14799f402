"""Words that a query by hand may use: for completion while somebody types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from brokersql.compiler import compile_policy
from brokersql.export.desk import Desk
from brokersql.export.shelf import Shelf
from brokersql.policy import load_policy
from brokersql.report.queries import query as stored
from brokersql.snapshot.contract import tables as contract

_TABLES = re.compile(r"\b(?:from|join)\s+(?:\w+\.)?(\w+)", re.IGNORECASE)
_LAST = re.compile(r"(?P<table>\w+)?(?P<dot>\.)?(?P<word>\w*)$")
_AFTER_TABLE_WORD = re.compile(
    r"\b(from|join|describe|summarize)\s+\w*$", re.IGNORECASE
)
_QUOTED = re.compile(r"'(?P<word>[^']*)$")
_KEYWORDS = (
    *("select", "from", "where", "group by", "order by", "limit", "join", "inner join"),
    *("left join", "cross join", "on", "and", "or", "not", "in", "is null", "as"),
    *("with", "having", "qualify", "union all", "distinct", "between", "like", "case"),
    *("when", "then", "else", "end", "count(*)", "describe", "summarize", "explain"),
)


@dataclass(frozen=True)
class Vocabulary:
    """Tables, columns, macros and criteria of what stands on a desk."""

    desk: Desk

    @property
    def shelf(self) -> Shelf:
        """Return the shelf of now: the desk may get a new one."""
        return self.desk.shelf

    @cached_property
    def tables(self) -> list[str]:
        """Return the names of all relations."""
        return self.shelf.known_names()

    @cached_property
    def macros(self) -> list[str]:
        """Return the names of all macros, each with an opening bracket."""
        return [f"{name}(" for name in self.shelf.macro_names()]

    @cached_property
    def criteria(self) -> list[str]:
        """Return the criteria of all policies."""
        programs = [compile_policy(load_policy(name)) for name in self.shelf.options]
        told = {each.criterion for program in programs for each in program.criteria}
        return sorted(told)

    def columns(self, table: str) -> list[str]:
        """Return the columns of a table; none where it is not made yet."""
        if table in contract():
            return list(contract()[table].column_types)
        run = self.shelf.run
        if run is not None and table in run.tables:
            return run.columns(table)
        rows = self.shelf.database.rows(stored("export", "columns"), (table, ""))
        return list(dict.fromkeys(str(row[1]) for row in rows))

    def continuations(self, before: str) -> tuple[str, list[str]]:
        """Return the word under the cursor, and what it may become.

        `before` is the text up to the cursor. Inside quotes that is a criterion, after
        `from` and `join` a table, after `table.` one of its columns.
        """
        quoted = _QUOTED.search(before)
        if quoted is not None and before.count("'") % 2:
            return quoted["word"], _starting(self.criteria, quoted["word"])
        found = _LAST.search(before)
        word = found["word"] if found else ""
        if found and found["dot"]:
            return word, _starting(self.columns((found["table"] or "").lower()), word)
        word = word or (found["table"] or "" if found else "")
        if _AFTER_TABLE_WORD.search(before):
            return word, _starting(self.tables, word)
        columns = [
            column
            for table in _TABLES.findall(before)
            for column in self.columns(table.lower())
        ]
        words = [*dict.fromkeys(columns), *_KEYWORDS, *self.macros, *self.tables]
        return word, _starting(words, word) if word else []


def _starting(words: list[str], start: str) -> list[str]:
    low = start.lower()
    return [word for word in words if word.lower().startswith(low)]
