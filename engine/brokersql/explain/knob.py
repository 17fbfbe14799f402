"""A value that somebody could set otherwise for a pair: of its rows, or a parameter."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from brokersql.explain.search import (
    Ends,
    Found,
    Number,
    Search,
    search_choice,
    search_number,
)
from brokersql.report.figures import quantity, span
from brokersql.report.words import printable
from brokersql.snapshot import Change
from brokersql.snapshot.contract import tables

#: Who could set a value otherwise -> the tables that are theirs.
OWNERS: Mapping[str, tuple[str, ...]] = {
    "site": ("queue", "endpoint", "network_metric"),
    "task": ("task",),
    "pilot": ("dirac_pilot",),
    "policy": ("cfg",),
}
#: The table of parameters.
PARAMETERS = "cfg"
_WHOLE = "BIGINT"
#: Types of which one of a few values is tried; a list is written as a text.
_WORDS = ("VARCHAR", "VARCHAR[]")


@dataclass(frozen=True, slots=True)
class Knob:
    """One value of one row, or one parameter, as it is now.

    Of a measured value `age_s` may be known, and whether it is too old to count.
    """

    table: str
    key: tuple[str, ...]
    column: str
    type: str
    present: Found
    choices: tuple[str, ...]
    unit: str | None = None
    age_s: int | None = None
    is_stale: bool = False

    @property
    def name(self) -> str:
        """Return what it is called: a column of a table, or a parameter."""
        if self.table == PARAMETERS:
            return self.column.upper()
        return f"{self.table}.{self.column}"

    @property
    def row(self) -> tuple[str, ...]:
        """Return the table and the key of its row."""
        return (self.table, *self.key)

    @property
    def number(self) -> Number | None:
        """Return the present value if it is a number."""
        value = self.present
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return value

    def search(
        self, ends: Sequence[Ends], n_all: int, others: Sequence[Number]
    ) -> Search:
        """Return the search for the nearest value that leaves fewest of all pairs.

        `others` are values that may be compared with it.
        """
        if self.type == "BOOLEAN":
            return search_choice([self.present is not True], n_all)
        if self.type in _WORDS:
            return search_choice(self.choices, n_all)
        present = self.number or 0
        is_count = self.table != PARAMETERS and float(present).is_integer()
        is_whole = self.type == _WHOLE or is_count
        return search_number(present, ends, n_all, others=others, is_whole=is_whole)

    def apart(self) -> list[Knob]:
        """Return the knob once for each of its choices; itself if it has none."""
        if self.type != "VARCHAR":
            return [self]
        return [replace(self, choices=(choice,)) for choice in self.choices]

    def shown(self, value: Found) -> str:
        """Return a value for a reader."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return str(value).lower()
        return quantity(value) if isinstance(value, int | float) else printable(value)

    def measured(self, value: Found) -> str:
        """Return a value for a reader, with its unit."""
        unit = f" {self.unit}" if self.unit and value is not None else ""
        return f"{self.shown(value)}{unit}"

    @property
    def aged(self) -> str:
        """Return in brackets how old the present value is; empty where it is set."""
        if self.age_s is None:
            return ""
        absent = ", absent" if self.is_stale else ""
        return f" ({span(self.age_s)} old{absent})"

    def document(self) -> dict[str, object]:
        """Return the value as an object for JSON, a parameter by its name."""
        return {
            **self.place,
            "value": self.present,
            "unit": self.unit,
            "age_s": self.age_s,
            "stale": self.is_stale,
        }

    @property
    def place(self) -> dict[str, object]:
        """Return where the value stands for JSON; keys are of their columns' types."""
        known = tables().get(self.table)
        if known is None:
            return {"table": self.table, "key": {}, "column": self.name}
        parts = zip(known.key, self.key, strict=True)
        types = known.column_types
        key = {it: int(part) if types[it] == _WHOLE else part for it, part in parts}
        return {"table": self.table, "key": key, "column": self.column}


@dataclass(frozen=True, slots=True)
class Move:
    """A knob and the value that it is set to."""

    knob: Knob
    value: Found

    @property
    def text(self) -> str:
        """Return the value as the command line takes it."""
        value = "NULL" if self.value is None else self.value
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def distance(self) -> float:
        """Return how far a number moves as a part of the larger end, else 1."""
        ends = (self.knob.present, self.value)
        before, after = (
            float(each) if isinstance(each, int | float) else 0.0 for each in ends
        )
        return abs(after - before) / (max(abs(before), abs(after)) or 1)

    @property
    def change(self) -> Change | None:
        """Return the change of the snapshot; None for a parameter."""
        knob = self.knob
        if knob.table == PARAMETERS:
            return None
        text = None if self.value is None else self.text
        return Change(knob.table, knob.key, knob.column, text)

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
        return f"{knob.shown(knob.present)} → {knob.measured(self.value)}"

    def document(self) -> dict[str, object]:
        """Return the move as an object for JSON."""
        knob = self.knob
        return {
            **knob.place,
            "from": knob.present,
            "to": self.value,
            "unit": knob.unit,
            "option": shlex.join(self.option),
        }
