"""How text may look where it is going to be read: colour, width, length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: Meaning -> code of one of the 16 colours that the user's own theme defines.
_CODES: Mapping[str, str] = {
    "good": "32",
    "wait": "33",
    "throttled": "35",
    "bad": "31",
    "dim": "2",
    "bold": "1",
}
_OUTCOMES: Mapping[str, tuple[str, str]] = {
    "assigned": ("✓", "good"),
    "pending": ("…", "wait"),
    "throttled": ("✗", "throttled"),
    "failed": ("✗", "bad"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a reader's place allows.

    `width` is the number of columns, None where lines may be of any length. `limit` is
    the number of rows after which a table is cut, 0 for none.
    """

    colour: bool = False
    width: int | None = None
    limit: int = 0
    verbose: bool = False

    def paint(self, meaning: str, text: str) -> str:
        r"""Return `text` in the colour of its meaning, where there is colour.

        >>> Look().paint("good", "yes"), Look(colour=True).paint("good", "yes")
        ('yes', '\x1b[32myes\x1b[0m')
        """
        if not self.colour or not meaning or not text:
            return text
        return f"\x1b[{_CODES[meaning]}m{text}\x1b[0m"

    def outcome(self, status: str) -> str:
        """Return sign and word of the status of a decision.

        >>> Look().outcome("assigned")
        '✓ assigned'
        """
        sign, meaning = _OUTCOMES.get(status, ("-", ""))
        return self.paint(meaning, f"{sign} {status}")
