"""Which statements of a program depend on which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from brokersql.compiler import Statement

#: The relations of a decision.
DECISION = ("verdict", "reported_unit", "weighed", "result")


def dependencies_of(statements: Sequence[Statement]) -> list[set[int]]:
    """Return for each statement the places of those that it waits for.

    >>> a = Statement("a", "", makes=("a",), reads=("x",))
    >>> b = Statement("b", "", makes=("b",), reads=("y",))
    >>> c = Statement("c", "", makes=("c",), reads=("a",))
    >>> dependencies_of([a, b, c, Statement("d", "", changes=("a",))])
    [set(), set(), {0}, {0, 2}]
    """
    writers: dict[str, set[int]] = defaultdict(set)
    readers: dict[str, set[int]] = defaultdict(set)
    found: list[set[int]] = []
    for place, each in enumerate(statements):
        before = [writers[name] for name in (*each.reads, *each.writes)]
        before += [readers[name] for name in each.writes]
        found.append(set[int]().union(*before))
        for name in each.writes:
            writers[name].add(place)
        for name in each.reads:
            readers[name].add(place)
    return found


def affected_steps(
    statements: Sequence[Statement], changed: Iterable[str], wanted: Iterable[str]
) -> list[Statement]:
    """Return the statements to run again, in order, for the relations `wanted`.

    `changed` are the tables and parameters (``cfg.<column>``) that have changed.

    >>> names = {"a": "x", "b": "a", "c": "y", "d": "b"}
    >>> steps = [Statement(n, "", makes=(n,), reads=(r,)) for n, r in names.items()]
    >>> [each.name for each in affected_steps(steps, "x", "b")]
    ['a', 'b']
    """
    known = [(each, each.inputs, each.writes) for each in statements]
    dirty = set(changed)
    size = -1
    while len(dirty) != size:
        size = len(dirty)
        for _, inputs, writes in known:
            if (inputs | writes) & dirty:
                dirty |= writes
    needed = set(wanted)
    for _, inputs, writes in reversed(known):
        if writes & needed:
            needed |= inputs
    return [each for each, _, writes in known if writes & dirty and writes & needed]


def needed_facts(facts: Sequence[Statement], names: Iterable[str]) -> list[Statement]:
    """Return facts by name with all that they read, in the order in which they stand.

    >>> reads = {"a": "x", "b": "x", "c": "a"}
    >>> facts = [Statement(n, "", reads=(r,)) for n, r in reads.items()]
    >>> [each.name for each in needed_facts(facts, ["c"])]
    ['a', 'c']
    """
    wanted = set(names)
    found: list[Statement] = []
    for fact in reversed(facts):
        if fact.name in wanted:
            found.append(fact)
            wanted.update(fact.reads)
    return found[::-1]


def dependent_facts(
    facts: Sequence[Statement], names: Iterable[str]
) -> list[Statement]:
    """Return the facts that read some relations, or what is made of them, in order.

    >>> reads = {"a": "x", "b": "y", "c": "a"}
    >>> facts = [Statement(n, "", reads=(r,)) for n, r in reads.items()]
    >>> [each.name for each in dependent_facts(facts, ["x"])]
    ['a', 'c']
    """
    changed = set(names)
    found: list[Statement] = []
    for fact in facts:
        if fact.name not in changed and changed.intersection(fact.reads):
            changed.add(fact.name)
            found.append(fact)
    return found
