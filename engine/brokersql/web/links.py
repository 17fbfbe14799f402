"""Places of pages: a policy, a list and its filters, as a URL that can be sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

#: Makes the address of a place from its path and its query.
Link = Callable[[str, Mapping[str, str]], str]
#: Signs that begin a filter which is no plain value.
_SIGNS = ("!", "<", ">", "=", "~")


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on one column: `operator` and `value` are those of `keeps`."""

    column: str
    operator: str
    value: str | None


def literal(value: object) -> str:
    """Return the text of a filter that means exactly this value.

    >>> literal("-lowmemory"), literal("!odd*"), literal(None)
    ('-lowmemory', '=!odd*', 'null')
    """
    if value is None:
        return "null"
    text = str(value)
    is_plain = text not in ("", "null") and "*" not in text
    return text if is_plain and not text.startswith(_SIGNS) else f"={text}"


def parse_filter(column: str, text: str) -> Filter:
    r"""Return what the text of a filter means.

    >>> parse_filter("cloud", "DE").operator, parse_filter("weight", ">=2").operator
    ('is', '>=')
    >>> parse_filter("failing", "~-disk").operator
    'has'
    >>> parse_filter("site", "!BNL*")
    Filter(column='site', operator='unlike', value='BNL%')
    """
    for sign in ("<=", ">=", "<", ">"):
        if text.startswith(sign):
            return Filter(column, sign, text.removeprefix(sign).strip())
    is_negated = text.startswith("!")
    wanted = text.removeprefix("!")
    if wanted.startswith("="):
        return Filter(column, "not" if is_negated else "is", wanted[1:])
    if wanted.startswith("~"):
        return Filter(column, "lacks" if is_negated else "has", wanted[1:])
    if wanted == "null":
        return Filter(column, "not" if is_negated else "is", None)
    if "*" in wanted:
        return Filter(column, "unlike" if is_negated else "like", _pattern(wanted))
    return Filter(column, "not" if is_negated else "is", wanted)


def _pattern(text: str) -> str:
    """Return the pattern of SQL for a text with stars."""
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("*", "%")


def address(path: str, query: Mapping[str, str]) -> str:
    """Return path and query as they stand in a URL.

    >>> address("/panda_job/pairs", {"unified_name": "A B/C"})
    '/panda_job/pairs?unified_name=A+B%2FC'
    """
    tail = f"?{urlencode(query)}" if query else ""
    return quote(path, safe="/:@!$&'()*+,;=~-._") + tail


def in_page(path: str, query: Mapping[str, str]) -> str:
    """Return the address of a place inside a page that is a single file."""
    return f"#{address(path, query)}"


def on_server(key: str) -> Link:
    """Return what makes addresses on a server that wants a key."""

    def link(path: str, query: Mapping[str, str]) -> str:
        return address(path, {**query, "key": key})

    return link
