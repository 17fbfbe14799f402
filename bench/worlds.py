"""Worlds to measure on, generated from a seed into a folder.

A pair is a chunk and a pseudo queue: a unified queue counts once for every resource
type that it offers, and once for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from brokersql.snapshot.generate import generate, generate_complete

SEED = 1
PRESET = "M"


@dataclass(frozen=True, slots=True)
class World:
    """A world by its size; without `n_queues` the preset as it is."""

    name: str
    n_queues: int | None
    n_tasks: int | None


#: The real grid's shape, and a thousand pseudo queues against five thousand chunks:
#: seven tasks of ten are production tasks, a queue has seven pseudo queues.
GRID = World("227 queues, 2,000 tasks", None, None)
LARGE = World("1,000 pseudo queues, 5,000 chunks", 146, 7390)
SMALL = World("20 queues, 300 tasks", 20, 300)


def make_world(world: World, folder: Path) -> Path:
    """Return the folder of a world, which is generated where it is not there yet."""
    if (folder / "task.parquet").exists():
        return folder
    generate(folder, PRESET, SEED)
    if world.n_queues is None or world.n_tasks is None:
        return folder
    queues = pq.read_table(folder / "queue.parquet")
    order = pc.sort_indices(queues, [("queue_order", "ascending")])  # type: ignore
    queues = queues.take(order).slice(0, world.n_queues)
    names = queues["queue_name"]
    pq.write_table(queues, folder / "queue.parquet")
    relations = pq.read_table(folder / "queue_endpoint.parquet")
    kept = pc.is_in(relations["queue_name"], value_set=names.combine_chunks())
    pq.write_table(relations.filter(kept), folder / "queue_endpoint.parquet")
    generate_complete(folder, world.n_tasks, SEED)
    return folder
