"""What a throttled task would get if nothing throttled it: decided, then undone."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.cycle import DECISION, Cycle, Rehearsal
from brokersql.explain.chunk import Chunk, chunks_of
from brokersql.explain.ladder import Ladder, ladder_of
from brokersql.explain.weights import weighed_of
from brokersql.report.figures import grouped
from brokersql.report.words import plural, printable


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The outcome of a chunk without its throttle; `best` is the queue of rank 1."""

    chunk: Chunk
    ladder: Ladder
    n_passing: int
    best: str | None

    def document(self) -> dict[str, object]:
        """Return the outcome as an object for JSON."""
        return {
            **self.chunk.result,
            "n_initial": self.ladder.n_initial,
            "n_passing": self.n_passing,
            "best": self.best,
        }

    def __str__(self) -> str:
        chunk, last = self.chunk, self.ladder.last
        of = plural(self.ladder.n_initial, "queue")
        if self.best is not None:
            told = f"{self.n_passing} of {of} would pass, best {printable(self.best)}"
        elif chunk.criterion not in (None, "-no_candidates"):
            reason = grouped(printable(chunk.reason or ""))
            told = f"it would wait by {chunk.criterion}: {reason}"
        else:
            after = f" after '{last.label}'" if last else ""
            told = f"none of {of} would be left{after}"
        return f"If it were not throttled: {told} (verified)."


def otherwise(cycle: Cycle, chunk: Chunk) -> Otherwise:
    """Return what a throttled chunk comes to when it is decided without throttles."""
    with Rehearsal(cycle).unthrottled(chunk.task, (*DECISION, "funnel")):
        found = chunks_of(cycle, chunk.task)
        free = next(each for each in found if each.chunk == chunk.chunk)
        weighed = weighed_of(cycle, free)
        ladder = ladder_of(cycle, free)
    best = next((each.queue_name for each in weighed if each.is_chosen), None)
    n_passing = len({each.unified_name for each in weighed})
    return Otherwise(free, ladder, n_passing, best)
