"""A database of many snapshots: what it runs is lifted before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from brokersql.compiler.lift import Lifted, lift_beside
from brokersql.compiler.lift_scope import CYCLE, CYCLES
from brokersql.database import Database, quote
from brokersql.replay.needed import Plan, as_view, made_by, words
from brokersql.snapshot.statements import literal

#: Without these DuckDB joins lifted relations in the order in which they are written.
#: Their many equal columns `cycle_no` else let it begin with pairs that share nothing
#: else.
_AS_WRITTEN = ("join_order",)
#: The name of an Arrow table while it is copied.
_ROWS = "arrow_rows"


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

    Every relation has the column `cycle_no`, the number of the snapshot, but for those
    in `shared`, whose rows are the same in all. Queries for single values (`rows`,
    `count`) and settings are run as they are. Where a `plan` is set, only relations
    that it wants are made, and those that are read once are views.
    """

    plan: Plan | None = None
    shared: set[str]

    @classmethod
    def of(
        cls, n_snapshots: int, scratch: Path, threads: int, memory_limit: str | None
    ) -> ManySnapshots:
        """Return an empty database for snapshots 0, 1, 2 …; `scratch` takes spills."""
        made = cls.open(threads=threads, memory_limit=memory_limit, without=_AS_WRITTEN)
        made.shared = set()
        made.run_plain(f"set temp_directory = {literal(str(scratch))}")
        # several statements read the same files
        made.run_plain("set parquet_metadata_cache = true")
        schema = pa.schema([(CYCLE, pa.int32())])
        rows = [{CYCLE: number} for number in range(n_snapshots)]
        made.create_plain(CYCLES, pa.Table.from_pylist(rows, schema=schema))
        return made

    def cursor(self) -> ManySnapshots:
        """Return a second connection onto the same snapshots, for another thread."""
        companion = super().cursor()
        companion.plan, companion.shared = self.plan, self.shared
        return companion

    def create_plain(self, name: str, table: pa.Table) -> None:
        """Copy an Arrow table as it is into a new table beside the snapshots."""
        self.register(_ROWS, table)
        self.run_plain(f"create table main.{quote(name)} as from {_ROWS}")
        self.unregister(_ROWS)

    def run_plain(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements as they are."""
        super().run(sql, parameters)

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements for each snapshot, unless they make what nobody wants."""
        made = made_by(sql)
        if self.plan is not None and made and not self.plan.wants(made):
            return
        lifted = self._lifted(sql)
        if lifted.is_shared:
            self.shared.update(made)
        is_view = self.plan is not None and self.plan.is_passed_on(made)
        super().run(as_view(lifted.sql) if is_view else lifted.sql, parameters)

    def table(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return all rows of a query for each snapshot, in the order of these."""
        return super().table(self._lifted(sql).sql, parameters)

    def create_table(self, name: str, table: pa.Table) -> None:
        """Copy an Arrow table; without numbers its rows belong to all snapshots."""
        if CYCLE not in table.column_names:
            self.shared.add(_ROWS)
        super().create_table(name, table)
        self.shared.discard(_ROWS)

    def _lifted(self, sql: str) -> Lifted:
        """Return a lifted text; only relations that it names decide what it is."""
        return lift_beside(sql, words(sql).intersection(self.shared))

    def use_schemas(self, names: Sequence[str]) -> None:
        """Look names up in these schemas; new relations go to the first of them."""
        path = literal(",".join(map(quote, names)))
        self.run_plain(f"set search_path = {path}")

    def set_variables(self, values: Mapping[str, str]) -> None:
        """Set connection variables; a value is SQL text that is already a literal."""
        for name, text in values.items():
            self.run_plain(f"set variable {quote(name)} = {text}")
