"""Values that somebody could set, and how to find those behind a criterion."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.compiler import RuleInput
from brokersql.cycle import AnswerMemory, FinishedCycle
from brokersql.explain.changes.nearest_value import (
    Ends,
    Found,
    Gaps,
    Number,
    Search,
    first_numbers,
    search_choice,
    search_number,
)
from brokersql.explain.chunk import Chunk
from brokersql.policy import load_policy
from brokersql.render.numbers import quantity, span
from brokersql.render.text import printable
from brokersql.results.queries import rows
from brokersql.snapshot import Change
from brokersql.snapshot.contract import tables
from brokersql.snapshot.overlay import common_values, read_value

#: Who could set a value otherwise -> the tables that are theirs.
OWNERS: Mapping[str, tuple[str, ...]] = {
    "site": ("queue", "endpoint", "network_metric"),
    "task": ("task",),
    "pilot": ("dirac_pilot",),
    "policy": ("cfg",),
}
#: The table of parameters.
PARAMETERS = "cfg"
#: Who sets a value of a table; an endpoint may also be that of a nucleus.
_SET_BY: Mapping[str, str] = {
    "queue": "queue",
    "endpoint": "site",
    "network_metric": "network",
    "task": "task",
    "dirac_pilot": "pilot",
    PARAMETERS: "policy",
}
_WHOLE = "BIGINT"
#: Types of which one of a few values is tried; a list is written as a text.
_WORDS = ("VARCHAR", "VARCHAR[]")


@dataclass(frozen=True, slots=True)
class Tunable:
    """One value of one row, or one parameter, as it is now.

    Of a measured value `age_s` may be known, and whether it is too old to count.
    `is_nucleus` is set where the row is one of a nucleus.
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
    is_nucleus: bool = False

    @property
    def owner(self) -> str:
        """Return whose it is: queue, site, nucleus, network, task, pilot or policy."""
        is_endpoint = self.table == "endpoint"
        return "nucleus" if is_endpoint and self.is_nucleus else _SET_BY[self.table]

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
        self, ends: Sequence[Ends], n_all: int, others: Sequence[Number], gaps: Gaps
    ) -> Search:
        """Return the search for the nearest value that leaves fewest of all pairs.

        `others` are values that may be compared with it; `gaps` is filled meanwhile.
        """
        if self.type == "BOOLEAN":
            return search_choice([self.present is not True], n_all)
        if self.type in _WORDS:
            return search_choice(self.choices, n_all)
        present, is_whole = self.number or 0, self._is_whole
        return search_number(
            present, ends, n_all, others=others, gaps=gaps, is_whole=is_whole
        )

    def first_numbers(self, ends: Sequence[Ends]) -> list[Number]:
        """Return the numbers that are tried first; none where no number is tried."""
        if self.type == "BOOLEAN" or self.type in _WORDS:
            return []
        return first_numbers(self.number or 0, ends, is_whole=self._is_whole)

    @property
    def _is_whole(self) -> bool:
        """Return whether only whole numbers are tried."""
        is_count = self.table != PARAMETERS and float(self.number or 0).is_integer()
        return self.type == _WHOLE or is_count

    def single_choices(self) -> list[Tunable]:
        """Return the tunable once for each of its choices; itself if it has none."""
        if self.type != "VARCHAR":
            return [self]
        return [replace(self, choices=(choice,)) for choice in self.choices]

    def shown(self, value: Found) -> str:
        """Return a value for a reader."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, str) or self.column.endswith("_id"):
            return printable(str(value))
        return quantity(value)

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
    """A tunable and the value that it is set to."""

    tunable: Tunable
    value: Found

    @property
    def text(self) -> str:
        """Return the value as the command line takes it."""
        value = "NULL" if self.value is None else self.value
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def distance(self) -> float:
        """Return how far a number moves as a part of the larger end, else 1."""
        ends = (self.tunable.present, self.value)
        before, after = (
            float(each) if isinstance(each, int | float) else 0.0 for each in ends
        )
        return abs(after - before) / (max(abs(before), abs(after)) or 1)

    @property
    def change(self) -> Change | None:
        """Return the change of the snapshot; None for a parameter."""
        tunable = self.tunable
        if tunable.table == PARAMETERS:
            return None
        text = None if self.value is None else self.text
        return Change(tunable.table, tunable.key, tunable.column, text)

    @property
    def option(self) -> tuple[str, str]:
        """Return the option of `run` that makes this move."""
        change = self.change
        if change is None:
            return "--set", f"{self.tunable.name}={self.text}"
        return "--update", str(change)

    @property
    def words(self) -> str:
        """Return from what to what the value moves."""
        tunable = self.tunable
        return f"{tunable.shown(tunable.present)} → {tunable.measured(self.value)}"

    def document(self) -> dict[str, object]:
        """Return the move as an object for JSON."""
        tunable = self.tunable
        return {
            **tunable.place,
            "from": tunable.present,
            "to": self.value,
            "unit": tunable.unit,
            "owner": tunable.owner,
            "option": shlex.join(self.option),
        }


#: The parameter that says up to which age values of links count.
_LIMIT = "metric_validity_min"


def dated(cycle: FinishedCycle, tunables: Iterable[Tunable]) -> tuple[Tunable, ...]:
    """Return values with the age of those that are measured."""
    return tuple(_dated(cycle, tunable) for tunable in tunables)


def _dated(cycle: FinishedCycle, tunable: Tunable) -> Tunable:
    if tunable.table == PARAMETERS:
        return tunable
    has_limit = cycle.parameters.has(_LIMIT)
    limit = cycle.parameters.scalar(_LIMIT) if has_limit else None
    keys = (tunable.table, tunable.column, list(tunable.key), limit)
    for row in rows(cycle, "explain", "measured", keys):
        age = cast("int | None", row["age_s"])
        return replace(tunable, age_s=age, is_stale=bool(row["is_stale"]))
    return tunable


#: Facts made from other rows than those of the queue -> the query that finds these.
_OF_CHUNK = {
    "nucleus": "nucleus_endpoint",
    "nucleus_storage": "nucleus_storage",
    "nucleus_backlog": "nucleus_links",
    "input_completeness": "source_endpoint",
}
#: Those of them that are about a nucleus.
_OF_NUCLEUS = {"nucleus", "nucleus_storage", "nucleus_backlog"}
_OF_PAIR = {"link_weight": "weighed_link"}
_OF_QUEUE = {
    "queue_storage": "storage_endpoint",
    "analysis_queue": "storage_endpoint",
    "default_input": "input_endpoint",
}

_Row = tuple[str, tuple[str, ...]]


class TunableFinder:
    """Finds the tunables of pairs of one chunk, or of a queue whatever the chunk."""

    def __init__(self, cycle: FinishedCycle, chunk: Chunk | None = None) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._parameters = {
            each.column: each for each in load_policy(cycle.policy_source).parameters
        }
        memory = cycle.memory or AnswerMemory()
        self._rows: dict[tuple[object, ...], list[_Row]] = memory.part("rows", 5_000)
        self._known: dict[tuple[str, ...], Tunable] = {}
        self._has_outputs = cycle.database.has("default_output")

    def of(self, bit: int, unified_name: str, owner: str) -> list[Tunable]:
        """Return what the condition of a bit rests on and an owner could set.

        The columns of a table stand in the order in which it lists them.
        """
        inputs = [
            each for each in self._cycle.pairs.program.rule_inputs if each.bit == bit
        ]
        return self._of(inputs, unified_name, owner)

    def of_rules(self, rules: str, unified_name: str, owner: str) -> list[Tunable]:
        """Return what rules after the filters rest on and an owner could set.

        `rules` is a stage, or a single rule of it as ``caps/cap``.
        """
        inputs = [
            each
            for each in self._cycle.pairs.program.rule_inputs
            if each.bit is None and rules in (each.rule, each.rule.partition("/")[0])
        ]
        return self._of(inputs, unified_name, owner)

    def resting_on(self, tunable: Tunable, mask: int) -> tuple[str, ...]:
        """Return the rule files behind the bits of a mask that rest on a value."""
        program = self._cycle.pairs.program
        value = (tunable.table, tunable.column.lower())
        bits = {it.bit for it in program.rule_inputs if (it.table, it.column) == value}
        return tuple(
            each.stem
            for each in program.criteria
            if each.bit is not None and mask >> each.bit & 1 and each.bit in bits
        )

    def _of(
        self, inputs: Sequence[RuleInput], unified_name: str, owner: str
    ) -> list[Tunable]:
        found: dict[Tunable, None] = {}
        for table in OWNERS[owner]:
            order = tables()[table].settable if table in tables() else ()
            own = [each for each in inputs if each.table == table]
            if order:
                own.sort(key=lambda each, order=order: order.index(each.column))
            keys = {each: self._keys(each, unified_name) for each in own}
            for key in dict.fromkeys(key for known in keys.values() for key in known):
                for rule_input in own:
                    if key in keys[rule_input]:
                        found[self._tunable(rule_input, key)] = None
        return list(found)

    def _keys(self, rule_input: RuleInput, unified_name: str) -> list[tuple[str, ...]]:
        """Return the keys of the rows that a condition of a pair stands in."""
        table, chunk = rule_input.table, self._chunk
        if table == PARAMETERS:
            return [()]
        if table in OWNERS["pilot"]:
            return [(unified_name,)]
        if table == "task":
            return [] if chunk is None else [(str(chunk.task),)]
        found = self._standing(rule_input.way, unified_name)
        return [key for name, key in found if name == table]

    def _standing(self, way: tuple[str, ...], unified_name: str) -> list[_Row]:
        """Return the rows of a queue or a nucleus behind a way through the facts."""
        chunk = self._chunk
        if self._cycle.program.chooses == "queue":
            for fact in way:
                if fact in _OF_QUEUE:
                    return self._read(_OF_QUEUE[fact], unified_name)
                if fact in _OF_PAIR and chunk is not None:
                    pair = (unified_name, chunk.task, chunk.chunk)
                    return self._read(_OF_PAIR[fact], *pair)
                if fact in _OF_CHUNK:
                    keys = () if chunk is None else (chunk.task, chunk.chunk)
                    return self._read(_OF_CHUNK[fact], *keys) if keys else []
        return self._own(unified_name)

    def _own(self, unified_name: str) -> list[_Row]:
        """Return the rows that stand for a queue, or a nucleus."""
        cycle, chunk = self._cycle, self._chunk
        if cycle.program.chooses != "queue":
            return self._read(f"{cycle.program.chooses}_rows", unified_name)
        own: list[_Row] = [("queue", (unified_name,))]
        if not self._has_outputs:
            return own
        pair = (None, None) if chunk is None else (chunk.task, chunk.chunk)
        return own + self._read("queue_rows", unified_name, *pair)

    def _read(self, name: str, *keys: object) -> list[_Row]:
        """Return tables and keys of the rows that a query finds."""
        identity = (name, *keys)
        if identity not in self._rows:
            self._rows[identity] = [
                (
                    str(row["table_name"]),
                    tuple(map(str, cast("list[object]", row["key"]))),
                )
                for row in rows(self._cycle, "explain", name, keys)
            ]
        return self._rows[identity]

    def _tunable(self, rule_input: RuleInput, key: tuple[str, ...]) -> Tunable:
        identity = (rule_input.table, *key, rule_input.column)
        if identity not in self._known:
            is_choice = self._cycle.program.chooses == "nucleus"
            is_nucleus = is_choice or not _OF_NUCLEUS.isdisjoint(rule_input.way)
            known = self._present(rule_input, key)
            self._known[identity] = replace(known, is_nucleus=is_nucleus)
        return self._known[identity]

    def _present(self, rule_input: RuleInput, key: tuple[str, ...]) -> Tunable:
        name = rule_input.column
        if rule_input.table == PARAMETERS:
            value = self._cycle.parameters.scalar(name)
            present = value if isinstance(value, int | float) else None
            known = self._parameters[name]
            unit = known.unit or None
            return Tunable(
                rule_input.table, key, known.name, rule_input.type, present, (), unit
            )
        database = self._cycle.database
        value = read_value(database, Change(rule_input.table, key, name, None))
        is_text = rule_input.type == "VARCHAR"
        tasks = self._cycle.options.tasks
        choices = (
            common_values(database, rule_input.table, name, tasks) if is_text else ()
        )
        others = tuple(each for each in choices if each != value)
        if isinstance(value, list):
            value = f"[{', '.join(cast('list[str]', value))}]"
        now, unit = cast(Found, value), self._unit(rule_input, key)
        return Tunable(rule_input.table, key, name, rule_input.type, now, others, unit)

    def _unit(self, rule_input: RuleInput, key: tuple[str, ...]) -> str | None:
        """Return the unit of a value, which another column of its row may hold."""
        table = tables()[rule_input.table]
        unit_column = next(
            it.unit_column for it in table.columns if it.name == rule_input.column
        )
        if unit_column is None:
            return table.unit_of(rule_input.column, key)
        change = Change(rule_input.table, key, unit_column, None)
        return cast("str | None", read_value(self._cycle.database, change))
