"""Which statements of a program need which others, as far as their texts tell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from brokersql.compiler.program import NamedSql, Reads

_WORD = re.compile(r"\w+")
_MADE = re.compile(
    r"\b(?:create\s+(?:or\s+replace\s+)?(?:table|view|macro)|insert\s+into|update)"
    r'\s+"?(\w+)'
)


def reads_of(
    statements: Iterable[NamedSql], known: Iterable[str] = ()
) -> tuple[Reads, ...]:
    """Return, for each statement by name, those before it that it mentions.

    Before all of them stand the statements `known` by the relations that they make. A
    word of a comment counts as well: what waits for too much is still right. Whoever
    mentions a relation mentions all who made it, filled it or changed it.

    >>> made = [NamedSql("a", "create table a as from x"), NamedSql("b", "from A")]
    >>> reads_of(made)
    (Reads(name='a', of=()), Reads(name='b', of=('a',)))
    """
    makers = {name.lower(): {name} for name in known}
    found: dict[str, set[str]] = {}
    for each in statements:
        text = each.sql.lower()
        words = set(_WORD.findall(text)) & makers.keys()
        named = {name for word in words for name in makers[word]}
        found.setdefault(each.name, set()).update(named - {each.name})
        for made in _MADE.findall(text):
            makers.setdefault(made, set()).add(each.name)
    return tuple(Reads(name, tuple(sorted(of))) for name, of in found.items())
