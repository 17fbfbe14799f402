"""What answers about one cycle have found out, for later answers about it."""

from __future__ import annotations

from typing import Any


class AnswerMemory:
    """Keeps what was decided again with other values, by what was changed.

    A finished cycle decides alike whoever asks, so nothing in it ever becomes wrong.

    >>> memory = AnswerMemory()
    >>> memory.part("squares", 2)[3] = 9
    >>> memory.part("squares", 2)
    {3: 9}
    >>> memory.part("squares", 1)
    {}
    """

    def __init__(self) -> None:
        self._parts: dict[str, dict[Any, Any]] = {}

    def part(self, name: str, most: int) -> dict[Any, Any]:
        """Return what is known of a kind; nothing if it has become so much."""
        found = self._parts.setdefault(name, {})
        if len(found) >= most:
            found.clear()
        return found
