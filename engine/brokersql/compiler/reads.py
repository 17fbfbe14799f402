"""Which statements of a program need which others, as far as their texts tell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from brokersql.compiler.program import NamedSql, Reads

_WORD = re.compile(r"\w+")
_MADE = re.compile(r'\bcreate\s+(?:or\s+replace\s+)?(?:table|view|macro)\s+"?(\w+)')


def reads_of(statements: Iterable[NamedSql]) -> tuple[Reads, ...]:
    """Return, for each statement by name, those before it that it mentions.

    A word of a comment counts as well: what waits for too much is still right.

    >>> made = [NamedSql("a", "create table a as from x"), NamedSql("b", "from A")]
    >>> reads_of(made)
    (Reads(name='a', of=()), Reads(name='b', of=('a',)))
    """
    makers: dict[str, str] = {}
    found: dict[str, set[str]] = {}
    for each in statements:
        text = each.sql.lower()
        named = {makers[word] for word in _WORD.findall(text) if word in makers}
        found.setdefault(each.name, set()).update(named - {each.name})
        makers.update(dict.fromkeys(_MADE.findall(text), each.name))
    return tuple(Reads(name, tuple(sorted(of))) for name, of in found.items())
