"""Which facts read which, told by what stands after `from` and `join`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from brokersql.compiler import Fact

_RELATION = re.compile(r"\b(?:from|join)\s+(\w+)", re.IGNORECASE)


def needed(facts: Sequence[Fact], names: Iterable[str]) -> list[Fact]:
    """Return facts by name with all that they read, in the order in which they stand.

    >>> def fact(name, sql): return Fact(name, sql, ())
    >>> facts = [fact("a", "from x"), fact("b", "from x"), fact("c", "from a")]
    >>> [each.name for each in needed(facts, ["c"])]
    ['a', 'c']
    """
    wanted = set(names)
    found: list[Fact] = []
    for fact in reversed(facts):
        if fact.name in wanted:
            found.append(fact)
            wanted |= relations([fact.sql])
    return found[::-1]


def readers(facts: Sequence[Fact], names: Iterable[str]) -> list[Fact]:
    """Return the facts that read some relations, or what is made of them, in order.

    >>> def fact(name, sql): return Fact(name, sql, ())
    >>> facts = [fact("a", "from x"), fact("b", "from y"), fact("c", "from a")]
    >>> [each.name for each in readers(facts, ["x"])]
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
