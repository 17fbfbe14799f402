"""Errors that a user can act on: what is wrong, where, and what to do.

Each class carries an exit code of the command line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import ClassVar


class BrokersqlError(Exception):
    """Base of all errors shown to a user without a traceback.

    Args:
        message: what is wrong, one line.
        where: ``file:line:column``, ``table.column`` or a row key; empty if nowhere.
        hint: what to do about it; empty if there is nothing to suggest.
        items: single findings, when one error stands for several.
    """

    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        where: str = "",
        hint: str = "",
        items: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint
        self.items = tuple(items)

    def line(self) -> str:
        """Return where it is and what is wrong."""
        return f"{self.where}: {self.message}" if self.where else self.message

    def lines(self, shown: int = 3) -> list[str]:
        """Return the one to three lines that a user reads; `shown` items at most."""
        out = [BrokersqlError.line(self)]
        if self.items:
            listed = " · ".join(self.items[:shown])
            more = len(self.items) - shown
            out.append(f"  {listed}" + (f" · and {more} more" if more > 0 else ""))
        if self.hint:
            out.append(f"  {self.hint}")
        return out

    def __str__(self) -> str:
        return "\n".join(self.lines())


class UsageError(BrokersqlError):
    """The command or call names something that does not exist or makes no sense."""

    exit_code = 2


class SnapshotError(BrokersqlError):
    """The input tables cannot be used."""

    exit_code = 3


class PolicyError(BrokersqlError):
    """A policy folder or one of its files breaks a rule of the compiler."""

    exit_code = 4


class CycleError(BrokersqlError):
    """A compiled program failed on data."""

    exit_code = 5


class StateError(BrokersqlError):
    """The durable state of the matcher is locked or damaged."""

    exit_code = 6


class EngineError(BrokersqlError):
    """DuckDB failed internally: neither the data nor a rule is to blame.

    `statement` is the text that failed, `bundle` the folder that holds what a report
    to the makers of DuckDB needs. `is_final` is set where no retry follows, `is_echo`
    where another statement failed and this one only found the database unusable.
    """

    exit_code = 7

    def __init__(self, message: str, *, statement: str = "", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.statement = statement
        self.bundle = ""
        self.is_final = False
        self.is_echo = False

    def line(self) -> str:
        """Return where it failed, how, and where its bundle is."""
        kept = f" (report: {self.bundle})" if self.bundle else ""
        return f"{super().line()}{kept}"


class OutOfMemoryError(BrokersqlError):
    """A statement needs more memory than it may have."""

    exit_code = 8

    def __init__(self, message: str, *, hint: str = "") -> None:
        default = "give it more memory, or ask for less at once"
        super().__init__(message, hint=hint or default)


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return at most three names that look like `name` or begin with it.

    >>> near_names("lable", ["label", "title"])
    ['label']
    """
    wanted, names = name.lower(), sorted(set(known))
    lowered = {each.lower(): each for each in names}
    cutoff = 0.6 if len(name) <= 4 else 0.7
    near = [lowered[it] for it in get_close_matches(wanted, list(lowered), 3, cutoff)]
    near += [each for each in names if each.lower().startswith(wanted)]
    return list(dict.fromkeys(near))[:3]


def within_sentence(text: str) -> str:
    """Return a message as it stands after a colon; a word in capitals keeps them.

    >>> within_sentence("Table x is gone"), within_sentence("SELECT without list")
    ('table x is gone', 'SELECT without list')
    """
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def suggest(name: str, known: Iterable[str], prefix: str = "") -> str:
    """Return a question with the names nearest to `name`, or an empty text.

    >>> suggest("lable", ["label", "title"])
    'did you mean label?'
    >>> suggest("max_rs", ["max_rss", "status"], "queue.")
    'did you mean queue.max_rss?'
    """
    near = [f"{prefix}{each}" for each in near_names(name, known)]
    return f"did you mean {' or '.join(near)}?" if near else ""


class LostStateError(StateError):
    """This process may not write the state any more; only starting it again helps."""
