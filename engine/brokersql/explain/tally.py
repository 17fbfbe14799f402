"""How often a criterion spoke, in the words of the place where it speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brokersql.explain.subject import Scope
from brokersql.report.figures import count, share
from brokersql.report.look import Look
from brokersql.report.queries import Row, number
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural

_COLUMNS = (
    Column(""),
    Column("", True),
    Column("of"),
    Column("", True),
    Column("", True),
)
#: Keys of JSON -> the counts behind them.
_KEYS = {
    "pairs": "n_pairs",
    "fails": "n_fails",
    "reported": "n_reported",
    "tasks": "n_tasks",
    "tasks_touched": "n_tasks_touched",
    "pilots": "n_pilots",
    "pilots_touched": "n_pilots_touched",
    "queues_asked": "n_whole",
    "queues_barred_alone": "n_barred",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences: shares as text, count and whole; who waits; that there is nothing.

    `waits` is said of one and of several.
    """

    shares: tuple[tuple[str, str, str], ...]
    waits: tuple[str, str]
    nothing: str
    columns: tuple[tuple[str, str], ...] = ()


_FAILS = (
    ("pairs where it fails", "n_fails", "n_pairs"),
    ("pairs where it is reported", "n_reported", "n_pairs"),
)
_TASKS = ("tasks it touches", "n_tasks_touched", "n_tasks")
_REASON = ("reason", "reason")

#: What is decided about, and where a criterion speaks -> the words for it.
WORDINGS: Mapping[tuple[str, Scope], Wording] = {
    ("task", Scope.FILTER): Wording(
        (*_FAILS, ("whole queues it alone bars", "n_barred", "n_whole"), _TASKS),
        ("waits while it alone bars some queue", "wait while it alone bars some queue"),
        "It keeps no task from any queue alone.",
    ),
    ("task", Scope.WEIGHT): Wording(
        (
            ("weighed pairs it decides", "n_fails", "n_pairs"),
            ("whole queues it leaves out", "n_barred", "n_whole"),
            _TASKS,
        ),
        ("waits while it leaves out some queue", "wait while it leaves out some queue"),
        "It leaves out no queue.",
    ),
    ("task", Scope.DECISION): Wording(
        (("tasks it holds", "n_tasks_touched", "n_tasks"),),
        ("stands still by it", "stand still by it"),
        "It holds no task.",
        (("task", "jedi_task_id"), ("cores", "n_cores"), _REASON),
    ),
    ("pilot", Scope.FILTER): Wording(
        (
            *_FAILS,
            ("pairs it alone bars", "n_barred", "n_pairs"),
            ("pilots it touches", "n_pilots_touched", "n_pilots"),
        ),
        (
            "gets no task queue while it alone bars some",
            "get no task queue while it alone bars some",
        ),
        "It keeps no task queue from any pilot alone.",
        (("pilot", "pilot_id"), ("task queues", "n_queues"), ("jobs behind", "n_jobs")),
    ),
    ("pilot", Scope.DECISION): Wording(
        (("pilots it refuses", "n_pilots_touched", "n_pilots"),),
        ("is refused by it", "are refused by it"),
        "It refuses no pilot.",
        (("pilot", "pilot_id"), _REASON),
    ),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of a criterion; `n_cores` is None where no cores wait."""

    wording: Wording
    noun: str
    counts: Row
    n_waiting: int
    n_cores: int | None

    def document(self) -> dict[str, object]:
        """Return the counts for JSON, null where one does not apply."""
        named = {key: self.counts.get(name) for key, name in _KEYS.items()}
        is_task = self.n_cores is not None
        return {
            **named,
            "tasks_waiting_alone": self.n_waiting if is_task else None,
            "cores_waiting_alone": self.n_cores,
            "pilots_waiting_alone": None if is_task else self.n_waiting,
        }

    def lines(self) -> list[str]:
        """Return the counts for a reader."""
        table = [
            [text, count(part), "of", count(whole), share(part, whole)]
            for text, n, of in self.wording.shares
            for part, whole in [(number(self.counts[n]), number(self.counts[of]))]
        ]
        waits = plural(self.n_waiting, self.noun)
        if self.n_cores:
            waits += f" with {plural(self.n_cores, 'core')}"
        does = self.wording.waits[self.n_waiting != 1]
        return [*lay_out(_COLUMNS, table, Look())[1:], f"{waits} {does}"]


def held_lines(held: Sequence[Row], wording: Wording, look: Look) -> list[str]:
    """Return whom a criterion holds, one a line."""
    columns = [
        Column(title, right=key.startswith("n_"), cut="end" if key == "reason" else "")
        for title, key in wording.columns
    ]
    table = [[_shown(row, key) for _, key in wording.columns] for row in held]
    return lay_out(columns, table, look)


def _shown(row: Row, key: str) -> str:
    value = row[key]
    if key.startswith("n_"):
        return "–" if value is None else count(number(value))
    return str(row["seq"] if value is None else value)
