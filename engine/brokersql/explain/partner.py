"""The pairs of a chunk, and which of them is meant by the name of a queue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.unknown import no_partner
from brokersql.explain.weights import Weighed
from brokersql.report.queries import number, rows


@dataclass(frozen=True, slots=True)
class Pair:
    """One queue that a chunk was tried at."""

    queue_name: str
    unified_name: str
    reject_mask: int
    n_failing: int
    criterion: str | None
    step: int
    is_outside: bool


def siblings_of(pairs: Sequence[Pair], pair: Pair) -> tuple[Pair, ...]:
    """Return the other pseudo queues of the same queue."""
    return tuple(
        each
        for each in pairs
        if each.unified_name == pair.unified_name
        and each.queue_name not in (pair.queue_name, each.unified_name)
    )


def pairs_of(cycle: Cycle, chunk: Chunk) -> list[Pair]:
    """Return the queues that a chunk was tried at."""
    found = rows(cycle, "explain", "pairs", chunk.key)
    return [
        Pair(
            str(row["queue_name"]),
            str(row["unified_name"]),
            number(row["reject_mask"]),
            number(row["n_failing"]),
            None if row["criterion"] is None else str(row["criterion"]),
            number(row["step"]),
            bool(row["is_outside"]),
        )
        for row in found
    ]


def found_pair(cycle: Cycle, pairs: Sequence[Pair], queue: str) -> Pair:
    """Return the pair of a queue, unified or not; capitals do not matter.

    Raises:
        UsageError: there is no such queue.
    """
    by_name = {each.queue_name: each for each in pairs}
    folded = {each.queue_name.casefold(): each for each in pairs}
    found = by_name.get(queue) or folded.get(queue.casefold())
    if found is None:
        raise no_partner(cycle, queue, by_name)
    return found


def nearest_pair(
    pairs: Sequence[Pair], weighed: Sequence[Weighed], asked: Pair
) -> Pair:
    """Return the pair itself; of a unified queue that of its nearest pseudo queue.

    Fewest failing criteria make a pair near, then the weights, then how far it came.
    """
    name = asked.queue_name
    children = [
        each for each in pairs if each.unified_name == name and each.queue_name != name
    ]
    if not children:
        return asked
    ranks = {each.queue_name: at for at, each in enumerate(weighed)}
    return min(
        children,
        key=lambda it: (
            it.n_failing,
            ranks.get(it.queue_name, len(ranks)),
            -it.step,
            it.queue_name,
        ),
    )
