"""A database of many snapshots: what it runs is lifted before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from brokersql.compiler.lift import AS_WRITTEN, CYCLE, CYCLES, lift
from brokersql.database import Database, quote
from brokersql.replay.needed import made_by
from brokersql.snapshot.statements import literal


def with_value(table: pa.Table, place: int, name: str, value: int | str) -> pa.Table:
    """Return a table with one column more, at a place, of one value in all rows."""
    kind = pa.int32() if isinstance(value, int) else pa.string()
    column = pa.repeat(  # pyright: ignore
        pa.scalar(value, kind),  # pyright: ignore
        table.num_rows,
    )
    return table.add_column(place, name, column)  # pyright: ignore


class ManySnapshots(Database):
    """A connection for statements about one snapshot, which hold for each of many.

    Every relation has the column `cycle_no`, the number of the snapshot. Queries for
    single values (`rows`, `count`) and settings are run as they are. Where `wanted` is
    set, only relations of these names are made.
    """

    wanted: frozenset[str] | None = None

    @classmethod
    def of(
        cls, n_snapshots: int, scratch: Path, threads: int, memory_limit: str | None
    ) -> ManySnapshots:
        """Return an empty database for snapshots 0, 1, 2 …; `scratch` takes spills."""
        made = cls.open(threads=threads, memory_limit=memory_limit)
        made.run_plain(f"set temp_directory = {literal(str(scratch))}")
        made.run_plain(AS_WRITTEN)
        schema = pa.schema([(CYCLE, pa.int32())])
        rows = [{CYCLE: number} for number in range(n_snapshots)]
        made.register("arrow_rows", pa.Table.from_pylist(rows, schema=schema))
        made.run_plain(f"create table main.{CYCLES} as from arrow_rows")
        made.unregister("arrow_rows")
        return made

    def cursor(self) -> ManySnapshots:
        """Return a second connection onto the same snapshots, for another thread."""
        companion = ManySnapshots(self._connection.cursor())
        companion.wanted = self.wanted
        return companion

    def run_plain(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements as they are."""
        super().run(sql, parameters)

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements for each snapshot, unless they make what nobody wants."""
        made = made_by(sql) if self.wanted is not None else []
        if not made or self.wanted is None or self.wanted.intersection(made):
            super().run(lift(sql), parameters)

    def table(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return all rows of a query for each snapshot, in the order of these."""
        return super().table(lift(sql), parameters)

    def use_schemas(self, names: Sequence[str]) -> None:
        """Look names up in these schemas; new relations go to the first of them."""
        path = literal(",".join(map(quote, names)))
        self.run_plain(f"set search_path = {path}")

    def set_variables(self, values: Mapping[str, str]) -> None:
        """Set connection variables; a value is SQL text that is already a literal."""
        for name, text in values.items():
            self.run_plain(f"set variable {quote(name)} = {text}")
