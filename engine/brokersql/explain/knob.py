"""Values that somebody could set otherwise for a pair: of its rows, or parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from brokersql.compiler import Lever
from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.search import (
    Ends,
    Found,
    Number,
    Search,
    search_choice,
    search_number,
)
from brokersql.policy import load_policy
from brokersql.report.figures import quantity
from brokersql.report.queries import rows
from brokersql.report.words import printable
from brokersql.snapshot import Change
from brokersql.snapshot.contract import tables
from brokersql.snapshot.overlay import common_values, read_value

#: Who could set a value otherwise -> the tables that are theirs.
OWNERS: Mapping[str, tuple[str, ...]] = {
    "site": ("queue", "endpoint", "network_metric"),
    "task": ("task",),
    "policy": ("cfg",),
}
_PARAMETERS = "cfg"
_WHOLE = "BIGINT"


@dataclass(frozen=True, slots=True)
class Knob:
    """One value of one row, or one parameter, as it is now."""

    table: str
    key: tuple[str, ...]
    column: str
    type: str
    present: Found
    choices: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return what it is called: a column of a table, or a parameter."""
        if self.table == _PARAMETERS:
            return self.column.upper()
        return f"{self.table}.{self.column}"

    @property
    def row(self) -> tuple[str, ...]:
        """Return the table and the key of its row."""
        return (self.table, *self.key)

    @property
    def unit(self) -> str | None:
        """Return the unit of a column, where it is known."""
        known = tables().get(self.table)
        units = {each.name: each.unit for each in known.columns} if known else {}
        return units.get(self.column)

    def search(self, ends: Sequence[Ends]) -> Search:
        """Return the search for the nearest value that will do."""
        if self.type == "BOOLEAN":
            return search_choice([self.present is not True])
        if self.type == "VARCHAR":
            return search_choice(self.choices)
        present: Number = self.present if isinstance(self.present, int | float) else 0
        is_count = self.table != _PARAMETERS and float(present).is_integer()
        is_whole = self.type == _WHOLE or is_count
        return search_number(present, ends, is_whole=is_whole)

    def shown(self, value: Found) -> str:
        """Return a value for a reader."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return str(value).lower()
        return quantity(value) if isinstance(value, int | float) else printable(value)

    def document(self) -> dict[str, object]:
        """Return the value as an object for JSON, a parameter by its name."""
        known = tables().get(self.table)
        return {
            "table": self.table,
            "key": dict(zip(known.key, self.key, strict=True)) if known else {},
            "column": self.column if known else self.name,
            "value": self.present,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class Move:
    """A knob and the value that it is set to."""

    knob: Knob
    value: Found

    @property
    def text(self) -> str:
        """Return the value as the command line takes it."""
        value = self.value
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def distance(self) -> float:
        """Return how far a number moves; 0 for other values."""
        ends = [
            float(each) if isinstance(each, int | float) else 0.0
            for each in (self.knob.present, self.value)
        ]
        return abs(ends[1] - ends[0])

    @property
    def change(self) -> Change | None:
        """Return the change of the snapshot; None for a parameter."""
        knob = self.knob
        if knob.table == _PARAMETERS:
            return None
        return Change(knob.table, knob.key, knob.column, self.text)

    @property
    def option(self) -> tuple[str, str]:
        """Return the option of `run` that makes this move."""
        change = self.change
        if change is None:
            return "--set", f"{self.knob.name}={self.text}"
        return "--update", str(change)

    @property
    def words(self) -> str:
        """Return from what to what the value moves."""
        knob = self.knob
        unit = f" {knob.unit}" if knob.unit else ""
        return f"{knob.shown(knob.present)} → {knob.shown(self.value)}{unit}"

    def document(self) -> dict[str, object]:
        """Return the move as an object for JSON."""
        knob = self.knob
        known = tables().get(knob.table)
        key = dict(zip(known.key, knob.key, strict=True)) if known else {}
        return {
            "table": knob.table,
            "key": key,
            "column": knob.column if known else knob.name,
            "from": knob.present,
            "to": self.value,
            "unit": knob.unit,
            "option": " ".join(self.option),
        }


class Knobs:
    """Finds the knobs of pairs of one chunk, or of a queue whatever the chunk."""

    def __init__(self, cycle: Cycle, chunk: Chunk | None = None) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._names = {
            each.column: each.name
            for each in load_policy(cycle.policy_source).parameters
        }
        self._rows: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._known: dict[tuple[str, ...], Knob] = {}

    def of(self, bit: int, unified_name: str, owner: str) -> list[Knob]:
        """Return what the condition of a bit rests on and an owner could set.

        The columns of a table stand in the order in which it names its levers.
        """
        levers = [each for each in self._cycle.pairs.program.levers if each.bit == bit]
        found: list[Knob] = []
        for table in OWNERS[owner]:
            order = tables()[table].levers if table in tables() else ()
            own = [each for each in levers if each.table == table]
            if order:
                own.sort(key=lambda each, order=order: order.index(each.column))
            for key in self._keys(table, unified_name) if own else ():
                found += [self._knob(lever, key) for lever in own]
        return found

    def _keys(self, table: str, unified_name: str) -> list[tuple[str, ...]]:
        """Return the keys of the rows of a table that count for a pair."""
        if table == _PARAMETERS:
            return [()]
        if table == "task":
            return [] if self._chunk is None else [(str(self._chunk.task),)]
        if unified_name not in self._rows:
            self._rows[unified_name] = self._read_rows(unified_name)
        return [key for name, key in self._rows[unified_name] if name == table]

    def _read_rows(self, unified_name: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return tables and keys of the rows that stand for a queue, or a nucleus."""
        cycle, chunk = self._cycle, self._chunk
        is_queue = cycle.program.chooses == "queue"
        own = [("queue", (unified_name,))] if is_queue else []
        if is_queue and not cycle.database.has("default_output"):
            return own
        pair = (None, None) if chunk is None else (chunk.task, chunk.chunk)
        keys = (unified_name, *pair) if is_queue else (unified_name,)
        found = rows(cycle, "explain", f"{cycle.program.chooses}_rows", keys)
        return own + [
            (str(row["table_name"]), tuple(map(str, cast("list[object]", row["key"]))))
            for row in found
        ]

    def _knob(self, lever: Lever, key: tuple[str, ...]) -> Knob:
        identity = (lever.table, *key, lever.column)
        if identity not in self._known:
            self._known[identity] = self._read(lever, key)
        return self._known[identity]

    def _read(self, lever: Lever, key: tuple[str, ...]) -> Knob:
        name = lever.column
        if lever.table == _PARAMETERS:
            value = self._cycle.parameters.scalar(name)
            present = value if isinstance(value, int | float) else None
            column = self._names[name]
            return Knob(lever.table, key, column, lever.type, present, ())
        database = self._cycle.database
        value = read_value(database, Change(lever.table, key, name, None))
        is_text = lever.type == "VARCHAR"
        choices = common_values(database, lever.table, name) if is_text else ()
        others = tuple(each for each in choices if each != value)
        return Knob(lever.table, key, name, lever.type, cast(Found, value), others)
