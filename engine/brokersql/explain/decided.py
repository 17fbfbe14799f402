"""What a chunk comes to, as things stand in the database: masks, weights, choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.held import Held, held_of
from brokersql.explain.weights import Weighed, weighed_of
from brokersql.report.queries import number, rows


@dataclass(frozen=True, slots=True)
class Decided:
    """The mask of every pair of a chunk, the weighed pairs in order, what holds it."""

    masks: Mapping[str, int]
    weighed: tuple[Weighed, ...]
    held: Held | None

    def admits(self, queue_name: str) -> bool:
        """Tell whether no criterion rejects a queue."""
        return self.masks.get(queue_name) == 0

    def weighed_at(self, queue_name: str) -> Weighed | None:
        """Return the weighed pair of a queue, None if it got no weight."""
        mine = (each for each in self.weighed if each.queue_name == queue_name)
        return next(mine, None)

    @property
    def chosen(self) -> list[str]:
        """Return the queues that are chosen, in order."""
        return [each.queue_name for each in self.weighed if each.is_chosen]

    def beside(self, weighed: Weighed, others: Sequence[Weighed]) -> Weighed:
        """Return a pair with rank or chance among others if they are as they were here.

        Where a weight of the others is not what it was, there is no such standing.
        """
        weights = {each.queue_name: each.weight for each in self.weighed}
        is_same = all(weights.get(each.queue_name) == each.weight for each in others)
        if weighed.rank is None or not is_same:
            return replace(weighed, rank=None, is_chosen=False, lot=None)
        if weighed.lot is not None:
            lot = weighed.lot.beside(weighed.weight, [it.weight for it in others])
            return replace(weighed, rank=None, is_chosen=False, lot=lot)
        ahead = [each for each in others if each.rank and each.rank < weighed.rank]
        is_chosen = weighed.is_chosen or len(ahead) < len(self.chosen)
        return replace(weighed, rank=1 + len(ahead), is_chosen=is_chosen)


def decided(cycle: Cycle, chunk: Chunk) -> Decided:
    """Return what a chunk comes to."""
    found = rows(cycle, "explain", "pairs", chunk.key)
    masks = {str(row["queue_name"]): number(row["reject_mask"]) for row in found}
    return Decided(masks, tuple(weighed_of(cycle, chunk)), held_of(cycle, chunk))
