"""Which facts read which, told by the names in their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from brokersql.compiler import Fact


def needed(facts: Sequence[Fact], names: Iterable[str]) -> list[Fact]:
    """Return facts by name with all that they read, in the order in which they stand.

    A fact that another one's text mentions counts as read by it.

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
            wanted.update(_words(fact))
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
        if fact.name not in changed and changed & _words(fact):
            changed.add(fact.name)
            found.append(fact)
    return found


def _words(fact: Fact) -> set[str]:
    return set(re.findall(r"\w+", fact.sql))
