"""Which relations of a program lead to the results that are asked for.

A cycle also makes relations that only explain. A replay that does not write reasons
leaves them out, and does not load what only they read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"--[^\n]*")
_MADE = re.compile(r'\bcreate (?:table|view) (?:\w+\.)?"?(\w+)"?')
_CHANGED = re.compile(r'\b(?:insert into|update) "?(\w+)"?')


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
