"""The statements of a program as steps, and what each makes and reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: What a decision consists of.
DECISION = ("verdict", "told_unit", "weighed", "result")
_COMMENT = re.compile(r"--[^\n]*")
_CREATE = re.compile(r"\bcreate (table|view)\b")
_MADE = re.compile(r'\bcreate (table|view)\s+(?:main\.)?"?(\w+)"?')
_FILLED = re.compile(r'\b(?:insert into|update)\s+"?(\w+)"?')
_READ = re.compile(r'\b(?:from|join)\s+(?:main\.)?"?(\w+)"?')
_CTE = re.compile(r"\b(\w+) as (?:materialized ?)?\(\s*(?:select|with|from)\b")
_SETTING = re.compile(r"\bcfg[._](\w+)")


def setting(column: str) -> str:
    """Return the name under which a parameter counts as read."""
    return f"cfg.{column}"


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of a program.

    `made` are the relations that it creates, name -> table or view, `filled` those it
    changes, `read` what it reads: relations, and ``cfg.<column>`` for parameters.
    """

    sql: str
    parameters: tuple[object, ...]
    made: tuple[tuple[str, str], ...]
    filled: frozenset[str]
    read: frozenset[str]

    @property
    def name(self) -> str:
        """Return the first relation that it makes, else one that it changes."""
        return self.made[0][0] if self.made else min(self.filled)

    @property
    def written(self) -> frozenset[str]:
        """Return the relations that are not the same after it."""
        return self.filled | {name for name, _ in self.made}

    @property
    def again(self) -> str:
        """Return the statement so that what it made before is replaced.

        >>> read_step("create table a as from b").again
        'create or replace table a as from b'
        """
        return _CREATE.sub(r"create or replace \1", self.sql)

    @property
    def is_view(self) -> bool:
        """Tell whether it only names queries, which hold no rows."""
        return not self.filled and all(kind == "view" for _, kind in self.made)


def read_step(sql: str, parameters: Sequence[object] = ()) -> Step:
    """Return a statement as a step.

    >>> step = read_step("create table a as select cfg.n from b cross join cfg")
    >>> step.made, sorted(step.read)
    ((('a', 'table'),), ['b', 'cfg', 'cfg.n'])
    """
    text = _COMMENT.sub("", sql)
    made = tuple((name, kind) for kind, name in _MADE.findall(text))
    relations = set(_READ.findall(text)) - set(_CTE.findall(text))
    read = {*relations, *map(setting, _SETTING.findall(text))}
    filled = frozenset(_FILLED.findall(text))
    return Step(sql, tuple(parameters), made, filled, frozenset(read))


def waits_of(steps: Sequence[Step]) -> list[set[int]]:
    """Return by place in the order which steps each has to wait for.

    >>> texts = ["create table a as from x", "create table b as from y",
    ...          "create view c as from a", "update a set n = 1"]
    >>> waits_of(list(map(read_step, texts)))
    [set(), set(), {0}, {0, 2}]
    """
    return [
        {
            number
            for number, other in enumerate(steps[:place])
            if other.written & (each.read | each.written) or other.read & each.written
        }
        for place, each in enumerate(steps)
    ]


def affected(
    steps: Sequence[Step], changed: Iterable[str], wanted: Iterable[str]
) -> list[Step]:
    """Return the steps to do again, in order, for the relations that are `wanted`.

    `changed` are the tables and parameters that are other than they were.

    >>> texts = ["create table a as from x", "create table b as from a",
    ...          "create table c as from y", "create table d as from b"]
    >>> [step.sql[13] for step in affected(list(map(read_step, texts)), "x", "b")]
    ['a', 'b']
    """
    dirty = set(changed)
    size = -1
    while len(dirty) != size:
        size = len(dirty)
        for step in steps:
            if (step.read | step.written) & dirty:
                dirty |= step.written
    needed = set(wanted)
    for step in reversed(steps):
        if step.written & needed:
            needed |= step.read
    return [step for step in steps if step.written & dirty and step.written & needed]
