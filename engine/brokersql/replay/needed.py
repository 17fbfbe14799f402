"""Which relations of a program lead to the results that are asked for, and how.

A cycle also makes relations that only explain. A replay that does not write reasons
leaves them out, and does not load what only they read. What one statement alone reads
need not be kept as a table on the way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"--[^\n]*")
_MADE = re.compile(r'\bcreate (?:or replace )?(?:table|view) (?:\w+\.)?"?(\w+)"?')
_CHANGED = re.compile(r'\b(?:insert into|update) "?(\w+)"?', re.IGNORECASE)
_READ = re.compile(r'\b(?:from|join)\s+(?:main\.)?"?(\w+)"?', re.IGNORECASE)
_TABLE = re.compile(r"\bcreate table\b", re.IGNORECASE)
_AGAIN = re.compile(r"\brecursive\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is made: `wanted` are names, `passed_on` those that are read once."""

    wanted: frozenset[str]
    passed_on: frozenset[str]

    def wants(self, made: Iterable[str]) -> bool:
        """Tell whether one of some relations leads to the results."""
        return not self.wanted.isdisjoint(made)

    def is_passed_on(self, made: Sequence[str]) -> bool:
        """Tell whether relations need not be kept, since one statement reads them."""
        return len(made) == 1 and made[0] in self.passed_on


def plan(
    statements: Sequence[str], results: Sequence[str], kept: Sequence[str]
) -> Plan:
    """Return what leads to the results; `kept` are tables that others look at.

    >>> made = ["create table a as from t", "create table b as from a", "create view c"]
    >>> plan(made, ["from b"], []).passed_on == {"a", "b"}
    True
    """
    wanted = needed(statements, [*results, *kept])
    left = [sql for sql in statements if not (made := made_by(sql)) or wanted & {*made}]
    return Plan(wanted, _read_once(left, results) - {*kept})


def _read_once(statements: Sequence[str], results: Sequence[str]) -> frozenset[str]:
    """Return tables that are read at one place, and read nothing that changes."""
    changing = {name for sql in statements for name in _CHANGED.findall(sql)}
    for sql in statements:
        if not _TABLE.search(sql) and changing.intersection(_reads(sql)):
            changing.update(made_by(sql))
    uses = Counter(name for sql in results for name in _reads(sql))
    once: set[str] = set()
    for sql in reversed(statements):
        names, reads = made_by(sql), _reads(sql)
        is_kept = _TABLE.search(sql) is not None
        if (
            is_kept
            and [uses[name] for name in names] == [1]
            and not changing.intersection((*names, *reads))
        ):
            once.update(names)
        times = 2 if _AGAIN.search(sql) else 1
        if not is_kept:
            times *= max([uses[name] for name in names], default=1)
        for name in reads:
            uses[name] += times
    return frozenset(once)


def _reads(sql: str) -> list[str]:
    """Return the relations that a text names, as often as it does."""
    return _READ.findall(_COMMENT.sub("", sql))


def as_view(sql: str) -> str:
    """Return a statement that names a query instead of keeping its rows."""
    return _TABLE.sub("create view", sql, count=1)


def words(sql: str) -> frozenset[str]:
    r"""Return all words of a text but its comments, names of relations among them.

    >>> sorted(words("-- of a task\nfrom chunk"))
    ['chunk', 'from']
    """
    return frozenset(_WORD.findall(_COMMENT.sub("", sql)))


def made_by(sql: str) -> list[str]:
    """Return the relations that a text creates.

    >>> made_by('create table "chunk" as from t; create view main.told as from chunk')
    ['chunk', 'told']
    """
    return _MADE.findall(sql)


def needed(statements: Sequence[str], results: Iterable[str]) -> frozenset[str]:
    """Return the names that the queries of the results mention, at any distance.

    A relation that another one's text mentions counts as read by it. Statements that
    make nothing, macros and settings, are always needed.

    >>> made = ["create table a as from t", "create table b as from a", "create view c"]
    >>> sorted(needed(made, ["from b"]))
    ['a', 'as', 'b', 'create', 'from', 't', 'table']
    """
    found = {word for sql in results for word in words(sql)}
    for sql in reversed(statements):
        names = [*made_by(sql), *_CHANGED.findall(sql)]
        if not names or found.intersection(names):
            found |= words(sql)
    return frozenset(found)
