"""Texts of SQL that a process runs again and again, parsed once.

DuckDB parses a text each time it gets it: a fifth of the time of the short statements
that cycles, what-ifs and services repeat. A statement that is parsed belongs to no
connection; DuckDB copies it before it looks up names.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

S = TypeVar("S")
#: Characters of all texts that are kept parsed; these take 15 times as many bytes.
_MOST_CHARACTERS = 2_000_000
#: How many texts are known to have come once.
_MOST_KNOWN = 20_000


class ParsedTexts(Generic[S]):
    """Keeps texts parsed from the second time on; those used last stay longest.

    >>> texts = ParsedTexts[list[str]]()
    >>> [texts.script("a; b", lambda text: [text.split()]) for _ in range(2)]
    [('a; b',), (['a;', 'b'],)]
    """

    def __init__(self, most_characters: int = _MOST_CHARACTERS) -> None:
        self._most_characters = most_characters
        self._lock = Lock()
        self._known: set[int] = set()
        self._parsed: OrderedDict[str, tuple[S, ...]] = OrderedDict()
        self._n_characters = 0

    def script(
        self, text: str, parse: Callable[[str], Sequence[S]]
    ) -> tuple[str | S, ...]:
        """Return the parsed statements of a text, or the text alone.

        `parse` returns nothing of what cannot be kept; what it raises is raised.
        """
        with self._lock:
            found = self._parsed.get(text)
            if found is not None:
                self._parsed.move_to_end(text)
                return found
            if not self._came_before(text):
                return (text,)
        script = tuple(parse(text))
        if not script:
            return (text,)
        with self._lock:
            self._keep(text, script)
        return script

    def _came_before(self, text: str) -> bool:
        """Return whether a text has come before; remember that it has now."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        key = hash(text)
        came_before = key in self._known
        self._known.add(key)
        return came_before

    def _keep(self, text: str, script: tuple[S, ...]) -> None:
        if text not in self._parsed:
            self._n_characters += len(text)
        self._parsed[text] = script
        while self._n_characters > self._most_characters:
            gone, _ = self._parsed.popitem(last=False)
            self._n_characters -= len(gone)
