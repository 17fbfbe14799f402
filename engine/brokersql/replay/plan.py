"""Which snapshots are decided together: blocks that follow from the history alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brokersql.snapshot.history import History, Manifest
from brokersql.snapshot.manifest import time_text

#: Most snapshots of a block: beyond, fixed costs are small and progress is coarse.
MOST_SNAPSHOTS = 240
#: Most rows of a block, over all tables: what bounds the memory that it takes.
MOST_ROWS = 16_000_000
#: Most pairs of a chunk and a queue of a block, for the same reason.
MOST_PAIRS = 8_000_000


@dataclass(frozen=True, slots=True)
class Block:
    """Snapshots that follow each other; `name` is the time of the first."""

    name: str
    snapshots: tuple[Manifest, ...]


def blocks(history: History) -> list[Block]:
    """Return the snapshots of a history in blocks of bounded size."""
    return [
        Block(time_text(cut[0].snapshot_time), tuple(cut))
        for cut in _cuts(history.snapshots)
    ]


def _cuts(snapshots: Sequence[Manifest]) -> Iterator[list[Manifest]]:
    cut: list[Manifest] = []
    n_rows = n_pairs = 0
    for each in snapshots:
        rows, pairs = _size(each)
        is_full = (
            len(cut) == MOST_SNAPSHOTS
            or n_rows + rows > MOST_ROWS
            or n_pairs + pairs > MOST_PAIRS
        )
        if cut and is_full:
            yield cut
            cut, n_rows, n_pairs = [], 0, 0
        cut.append(each)
        n_rows, n_pairs = n_rows + rows, n_pairs + pairs
    if cut:
        yield cut


def _size(snapshot: Manifest) -> tuple[int, int]:
    """Return the rows of a snapshot, and its pairs of a chunk and a queue."""
    counts = {name: table.n_rows for name, table in snapshot.tables.items()}
    pairs = counts.get("input_chunk", 0) * counts.get("queue", 0)
    return sum(counts.values()), pairs
