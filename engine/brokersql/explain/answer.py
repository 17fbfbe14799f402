"""What a story comes to: the answer with which its lines, and its page, begin."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class StoryAnswer:
    """The answer of a story, in the sentences that its lines are made of.

    `status` is a word, empty without one, `cause` the sentence that says why, `more`
    what follows it. `next_look` is when the work is decided about again. `helps` says
    what would help, whose it is and how many other decisions it changes; it is empty
    where nothing was looked for or found.
    """

    status: str
    cause: str
    more: tuple[str, ...] = ()
    next_look: str = ""
    helps: tuple[str, ...] = ()

    def document(self) -> dict[str, object]:
        """Return the answer as an object for JSON."""
        return asdict(self)
