"""Finds the values that a condition rests on and that somebody could set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from brokersql.compiler import Lever
from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.knob import OWNERS, PARAMETERS, Knob
from brokersql.explain.search import Found
from brokersql.policy import load_policy
from brokersql.report.queries import rows
from brokersql.snapshot import Change
from brokersql.snapshot.contract import tables
from brokersql.snapshot.overlay import common_values, read_value

#: Facts made from other rows than those of the queue -> the query that finds these.
_OF_CHUNK = {
    "nucleus": "nucleus_endpoint",
    "nucleus_storage": "nucleus_storage",
    "nucleus_backlog": "nucleus_links",
    "input_completeness": "source_endpoint",
}
_OF_PAIR = {"link_weight": "weighed_link"}
_OF_QUEUE = {
    "queue_storage": "storage_endpoint",
    "analysis_queue": "storage_endpoint",
    "default_input": "input_endpoint",
}

_Row = tuple[str, tuple[str, ...]]


class Knobs:
    """Finds the knobs of pairs of one chunk, or of a queue whatever the chunk."""

    def __init__(self, cycle: Cycle, chunk: Chunk | None = None) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._parameters = {
            each.column: each for each in load_policy(cycle.policy_source).parameters
        }
        self._rows: dict[tuple[object, ...], list[_Row]] = {}
        self._known: dict[tuple[str, ...], Knob] = {}

    def of(self, bit: int, unified_name: str, owner: str) -> list[Knob]:
        """Return what the condition of a bit rests on and an owner could set.

        The columns of a table stand in the order in which it names its levers.
        """
        levers = [each for each in self._cycle.pairs.program.levers if each.bit == bit]
        return self._of(levers, unified_name, owner)

    def of_rules(self, rules: str, unified_name: str, owner: str) -> list[Knob]:
        """Return what rules after the filters rest on and an owner could set.

        `rules` is a stage, or a single rule of it as ``caps/cap``.
        """
        levers = [
            each
            for each in self._cycle.pairs.program.levers
            if each.bit is None and rules in (each.rule, each.rule.partition("/")[0])
        ]
        return self._of(levers, unified_name, owner)

    def resting_on(self, knob: Knob, mask: int) -> tuple[str, ...]:
        """Return the rule files behind the bits of a mask that rest on a value."""
        program = self._cycle.pairs.program
        value = (knob.table, knob.column.lower())
        bits = {it.bit for it in program.levers if (it.table, it.column) == value}
        return tuple(
            each.stem
            for each in program.criteria
            if each.bit is not None and mask >> each.bit & 1 and each.bit in bits
        )

    def _of(self, levers: Sequence[Lever], unified_name: str, owner: str) -> list[Knob]:
        found: dict[Knob, None] = {}
        for table in OWNERS[owner]:
            order = tables()[table].levers if table in tables() else ()
            own = [each for each in levers if each.table == table]
            if order:
                own.sort(key=lambda each, order=order: order.index(each.column))
            keys = {each: self._keys(each, unified_name) for each in own}
            for key in dict.fromkeys(key for known in keys.values() for key in known):
                for lever in own:
                    if key in keys[lever]:
                        found[self._knob(lever, key)] = None
        return list(found)

    def _keys(self, lever: Lever, unified_name: str) -> list[tuple[str, ...]]:
        """Return the keys of the rows that a lever of a pair stands in."""
        table, chunk = lever.table, self._chunk
        if table == PARAMETERS:
            return [()]
        if table in OWNERS["pilot"]:
            return [(unified_name,)]
        if table == "task":
            return [] if chunk is None else [(str(chunk.task),)]
        found = self._standing(lever.way, unified_name)
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
        if not cycle.database.has("default_output"):
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

    def _knob(self, lever: Lever, key: tuple[str, ...]) -> Knob:
        identity = (lever.table, *key, lever.column)
        if identity not in self._known:
            self._known[identity] = self._present(lever, key)
        return self._known[identity]

    def _present(self, lever: Lever, key: tuple[str, ...]) -> Knob:
        name = lever.column
        if lever.table == PARAMETERS:
            value = self._cycle.parameters.scalar(name)
            present = value if isinstance(value, int | float) else None
            known = self._parameters[name]
            unit = known.unit or None
            return Knob(lever.table, key, known.name, lever.type, present, (), unit)
        database = self._cycle.database
        value = read_value(database, Change(lever.table, key, name, None))
        is_text = lever.type == "VARCHAR"
        choices = common_values(database, lever.table, name) if is_text else ()
        others = tuple(each for each in choices if each != value)
        if isinstance(value, list):
            value = f"[{', '.join(cast('list[str]', value))}]"
        now, unit = cast(Found, value), self._unit(lever, key)
        return Knob(lever.table, key, name, lever.type, now, others, unit)

    def _unit(self, lever: Lever, key: tuple[str, ...]) -> str | None:
        """Return the unit of a value, which may stand beside it in its row."""
        table = tables()[lever.table]
        beside = next(it.unit_column for it in table.columns if it.name == lever.column)
        if beside is None:
            return table.unit_of(lever.column, key)
        change = Change(lever.table, key, beside, None)
        return cast("str | None", read_value(self._cycle.database, change))
