"""The same rules as a plain loop in Python, over some chunks of the same world.

The peer is the reference that the property tests compare the engine with: written from
the specification, one chunk after the other, every queue, every rule. Loading, and what
it prepares once per world, are not counted.

    python -m bench.peer FOLDER CHUNKS
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.property.reference.brokerage import decide
from tests.property.reference.chunk_features import Chunk, production_chunks
from tests.property.reference.context import Models
from tests.property.reference.parameters import Parameters
from tests.property.reference.world import load_world

PROFILE = "page"


def sample(chunks: Sequence[Chunk], number: int) -> list[Chunk]:
    """Return so many chunks, evenly spread."""
    number = min(number, len(chunks))
    return [chunks[len(chunks) * place // number] for place in range(number)]


def measure(folder: Path, n_chunks: int) -> dict[str, float]:
    """Return seconds and pairs of the loop."""
    world = load_world(folder)
    parameters = Parameters(PROFILE, world["gdp_config"], None, world.vo)
    models = Models(world, parameters)
    chunks = sample(list(production_chunks(world, parameters)), n_chunks)
    start = time.perf_counter()
    for chunk in chunks:
        decide(models, chunk)
    seconds = time.perf_counter() - start
    n_pairs = len(chunks) * len(models.sites.queues)
    return {"seconds": seconds, "n_chunks": len(chunks), "n_pairs": n_pairs}


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]))))
