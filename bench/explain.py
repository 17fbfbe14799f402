"""How long it takes to explain one task, after the start of the process.

python -m bench.explain FOLDER [TASKS]

Start-up is opening, loading and compiling; then one task alone is decided and told, and
its masks are computed anew from the tables of the cycle, as if no verdict were stored.
Milliseconds of the wall and of the processor; on a busy machine the latter count.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from brokersql.cycle import Cycle, Options, run_cycle
from brokersql.explain import tell_pair, tell_task
from brokersql.explain.chunk import chunks_of
from brokersql.snapshot import Snapshot

N_TASKS = 5
REPEATS = 5


def timed(step: Callable[[], object]) -> tuple[float, float]:
    """Return the median milliseconds of several calls, of wall and processor."""
    walls: list[float] = []
    works: list[float] = []
    for _ in range(REPEATS):
        wall, work = time.perf_counter(), time.process_time()
        step()
        walls.append((time.perf_counter() - wall) * 1000)
        works.append((time.process_time() - work) * 1000)
    return median(walls), median(works)


def explain(snapshot: Snapshot, task: int) -> dict[str, tuple[float, float]]:
    """Return the times of each step for one task."""
    wall, work = time.perf_counter(), time.process_time()
    cycle = run_cycle(snapshot, "panda_job", Options(tasks=(task,)))
    whole = (time.perf_counter() - wall) * 1000, (time.process_time() - work) * 1000
    masks = cycle.pairs.program.verdict_select
    n_units = cycle.stage.n_units
    queue = _queue(cycle, task)
    return {
        "load, compile, decide": whole,
        "masks": timed(lambda: cycle.database.table(masks, (0, n_units, 1, 0))),
        "tell task": timed(lambda: tell_task(cycle, task)),
        "tell pair": timed(lambda: tell_pair(cycle, task, queue)),
        "tell task, with changes": timed(lambda: tell_task(cycle, task, n_advised=10)),
    }


def _queue(cycle: Cycle, task: int) -> str:
    """Return a queue that the task was tried at."""
    (chunk, *_) = chunks_of(cycle, task)
    found = cycle.database.rows("select min(queue_name) from verdict")
    return str(found[0][0]) if chunk else ""


def measure(folder: Path, n_tasks: int = N_TASKS) -> dict[str, dict[str, float]]:
    """Return the median of each step over several tasks of a snapshot."""
    snapshot = Snapshot.open(folder)
    first = run_cycle(snapshot, "panda_job")
    ids = {int(str(each)) for each in first.result.column("jedi_task_id").to_pylist()}
    found = sorted(ids)
    chosen = found[:: max(len(found) // n_tasks, 1)][:n_tasks]
    told = [explain(snapshot, task) for task in chosen]
    return {
        name: {
            "wall_ms": round(median(each[name][0] for each in told), 1),
            "cpu_ms": round(median(each[name][1] for each in told), 1),
        }
        for name in told[0]
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), *map(int, sys.argv[2:])), indent=1))
