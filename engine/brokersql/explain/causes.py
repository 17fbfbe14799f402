"""Facts that are no queue's own and reject several queues of a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle import FinishedCycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.failing import show_failing_pairs
from brokersql.render.numbers import count, grouped
from brokersql.render.table import Display
from brokersql.render.text import fold, many, printable
from brokersql.results.queries import Row, rows


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason that several queues report, of which each names one pseudo queue.

    `owner` is who could act: nucleus, task, …; `n_alone` counts the queues that fail
    on nothing else.
    """

    criterion: str
    bit: int
    detail: str
    owner: str
    queues: frozenset[str]
    n_alone: int

    def document(self) -> dict[str, object]:
        """Return the cause as an object for JSON."""
        return {
            "criterion": self.criterion,
            "detail": self.detail,
            "owner": self.owner,
            "queues": len(self.queues),
            "alone": self.n_alone,
        }

    def lines(self, look: Display, noun: str) -> list[str]:
        """Return the cause for a reader."""
        return fold(self.words(noun).split(" "), look.width)

    def words(self, noun: str) -> str:
        """Return the cause in a sentence or two."""
        detail, nouns = grouped(printable(self.detail)), many(noun)
        text = f"{count(len(self.queues))} {nouns} fail for one reason: {detail}"
        text += f" ({self.criterion})."
        if self.n_alone:
            fail = "fails" if self.n_alone == 1 else "fail"
            text += f" {count(self.n_alone)} of them {fail} on nothing else."
        return f"{text} Nothing to do at the {nouns}: it is about the {self.owner}."


def causes_of(cycle: FinishedCycle, chunk: Chunk, near: Sequence[Row]) -> list[Cause]:
    """Return what several queues of a chunk have in common, of most queues first.

    `near` are rows of near_queue.sql: of each rejected queue the nearest pseudo queue.
    """
    owners = {
        each.bit: each.owner
        for each in cycle.program.criteria
        if each.owner and each.bit is not None
    }
    masks: dict[str, int] = {
        each["queue_name"]: 1 << each["bit"] for each in near if each["bit"] in owners
    }
    if not masks:
        return []
    show_failing_pairs(cycle, chunk, masks)
    alone = {each["queue_name"] for each in near if each["n_failing"] == 1}
    return [
        Cause(
            row["criterion"],
            row["bit"],
            row["detail"],
            owners[row["bit"]],
            frozenset(row["queues"]),
            len(alone.intersection(row["queues"])),
        )
        for row in rows(cycle, "explain", "causes")
    ]
