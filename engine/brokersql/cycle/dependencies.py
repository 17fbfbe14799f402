"""What the statements of a program create and read, and which depend on which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from brokersql.compiler import Fact

#: The relations of a decision.
DECISION = ("verdict", "reported_unit", "weighed", "result")
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
class ProgramStep:
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
        """Return the statement as one that replaces what it made before.

        >>> read_step("create table a as from b").again
        'create or replace table a as from b'
        """
        return _CREATE.sub(r"create or replace \1", self.sql)

    @property
    def is_view(self) -> bool:
        """Return whether it only creates views."""
        return not self.filled and all(kind == "view" for _, kind in self.made)


def read_step(sql: str, parameters: Sequence[object] = ()) -> ProgramStep:
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
    return ProgramStep(sql, tuple(parameters), made, filled, frozenset(read))


def dependencies_of(steps: Sequence[ProgramStep]) -> list[set[int]]:
    """Return for each step the places of those that it waits for.

    >>> texts = ["create table a as from x", "create table b as from y",
    ...          "create view c as from a", "update a set n = 1"]
    >>> dependencies_of(list(map(read_step, texts)))
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


def affected_steps(
    steps: Sequence[ProgramStep], changed: Iterable[str], wanted: Iterable[str]
) -> list[ProgramStep]:
    """Return the steps to do again, in order, for the relations that are `wanted`.

    `changed` are the tables and parameters that have changed.

    >>> texts = ["create table a as from x", "create table b as from a",
    ...          "create table c as from y", "create table d as from b"]
    >>> [step.sql[13] for step in affected_steps(list(map(read_step, texts)), "x", "b")]
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


_RELATION = re.compile(r"\b(?:from|join)\s+(\w+)", re.IGNORECASE)


def needed_facts(facts: Sequence[Fact], names: Iterable[str]) -> list[Fact]:
    """Return facts by name with all that they read, in the order in which they stand.

    >>> def fact(name, sql): return Fact(name, sql, ())
    >>> facts = [fact("a", "from x"), fact("b", "from x"), fact("c", "from a")]
    >>> [each.name for each in needed_facts(facts, ["c"])]
    ['a', 'c']
    """
    wanted = set(names)
    found: list[Fact] = []
    for fact in reversed(facts):
        if fact.name in wanted:
            found.append(fact)
            wanted |= relations([fact.sql])
    return found[::-1]


def dependent_facts(facts: Sequence[Fact], names: Iterable[str]) -> list[Fact]:
    """Return the facts that read some relations, or what is made of them, in order.

    >>> def fact(name, sql): return Fact(name, sql, ())
    >>> facts = [fact("a", "from x"), fact("b", "from y"), fact("c", "from a")]
    >>> [each.name for each in dependent_facts(facts, ["x"])]
    ['a', 'c']
    """
    changed = set(names)
    found: list[Fact] = []
    for fact in facts:
        if fact.name not in changed and changed & relations([fact.sql]):
            changed.add(fact.name)
            found.append(fact)
    return found


def relations(texts: Iterable[str]) -> set[str]:
    """Return the names of all relations that some statements read.

    >>> sorted(relations(["select x from a inner join b on a.y = b.y"]))
    ['a', 'b']
    """
    return {name for text in texts for name in _RELATION.findall(text)}
