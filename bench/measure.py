"""One cycle in a process of its own; its times and its memory as JSON on stdout.

python -m bench.measure FOLDER THREADS VERDICT [POLICY]
"""

from __future__ import annotations

import json
import math
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from brokersql.cycle import Options, run_cycle, write_run
from brokersql.snapshot import Snapshot

POLICY = "panda_job"


def peak_mb() -> float:
    """Return the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return by which power times grow with sizes: 1 is linear, 2 is quadratic.

    It is the slope of the least squares of log(time) over log(size).

    >>> round(exponent([1, 2, 4], [3, 6, 12]), 6), round(exponent([1, 10], [2, 200]), 6)
    (1.0, 2.0)
    """
    x, y = ([math.log(each) for each in numbers] for numbers in (sizes, times))
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    both = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return both / sum((a - mean_x) ** 2 for a in x)


def measure(
    folder: Path, threads: int, verdict: str, policy: str = POLICY
) -> dict[str, float]:
    """Return seconds per phase, sizes and memory of one cycle."""
    options = Options(threads=threads, verdict=verdict)
    cycle = run_cycle(Snapshot.open(folder), policy, options)
    n_survivors = cycle.database.count("survivor")
    peak_of_cycle = peak_mb()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as out:
        write_run([cycle], Path(out))
    written = time.perf_counter() - start
    return {
        **{name: cycle.clock.seconds[name] for name in cycle.clock.seconds},
        "write": written,
        "n_chunks": cycle.stage.n_units,
        "n_queues": cycle.pairs.n_partners,
        "n_pairs": cycle.pairs.n_pairs,
        "n_survivors": n_survivors,
        "peak_mb": peak_of_cycle,
        "peak_written_mb": peak_mb(),
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])))
