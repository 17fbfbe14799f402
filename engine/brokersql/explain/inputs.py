"""Values that decisions rest on: how old each is, and which are too old to count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.report.absent import Absent
from brokersql.report.figures import span
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.words import fold


@dataclass(frozen=True, slots=True)
class Input:
    """The newest value of a source; without a limit it counts at any age.

    `feeds` is what reads it, empty where that stands beside it.
    """

    source: str
    age_s: int
    limit_s: int | None
    is_stale: bool
    feeds: str

    def document(self) -> dict[str, object]:
        """Return the value as an object for JSON."""
        return {
            "source": self.source,
            "age_s": self.age_s,
            "limit_s": self.limit_s,
            "stale": self.is_stale,
        }

    def text(self, look: Look) -> str:
        """Return its age for a reader; of a stale one that it counts as absent."""
        age = f"{self.source} {span(self.age_s)}"
        if self.limit_s is None:
            return f"{age}, read by {self.feeds}" if self.feeds else age
        if not self.is_stale:
            return f"{look.paint('good', '✓')} {age}"
        sign = look.paint("wait", "!")
        reader = f", read by {self.feeds}" if self.feeds else ""
        return f"{sign} {age}, absent (limit {span(self.limit_s)}){reader}"


def input_of(row: Row) -> Input:
    """Return an input that a query tells of."""
    limit = row["limit_s"]
    return Input(
        str(row["source"]),
        number(row["age_s"]),
        None if limit is None else number(limit),
        bool(row["is_stale"]),
        str(row.get("feeds") or ""),
    )


def queue_inputs(cycle: Cycle, queue: str) -> tuple[Input, ...]:
    """Return how old the inputs are that decisions about a unified queue rest on."""
    if cycle.program.chooses != "queue" or not cycle.database.has("default_output"):
        return ()
    return tuple(map(input_of, rows(cycle, "explain", "queue_inputs", (queue,))))


def input_lines(
    absent: Sequence[Absent], inputs: Sequence[Input], look: Look
) -> list[str]:
    """Return what is missing, then inputs with their ages; none without any."""
    sign = look.paint("wait", "!")
    told = [f"{sign} {each}" for each in absent]
    told += [each.text(look) for each in inputs]
    if not told:
        return []
    return ["", *fold(f"Inputs: {' · '.join(told)}".split(" "), look.width)]
