"""How long it takes to explain one task, once all is ready and from nothing.

    python -m bench.explain FOLDER [--tasks N] [--record] [--machine TEXT]

Start-up opens the snapshot, compiles the policy and makes all facts; then tasks are
decided and told one by one, as if no verdict were stored. `cold` is the command line in
a process of its own. Medians in milliseconds, of the wall and of the processor; on a
busy machine the latter count. With --record the table is added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

from bench.__main__ import ROOT, record
from brokersql.cycle import FinishedCycle, PerTaskCycle, run_cycle
from brokersql.explain.pair import explain_pair
from brokersql.explain.task import explain_task
from brokersql.snapshot import Snapshot

N_TASKS, N_COLD = 15, 3
POLICY = "panda_job"

#: Seconds of wall and processor.
Spent = tuple[float, float]


def timed(step: Callable[[], object]) -> Spent:
    """Return what a call takes."""
    wall, work = time.perf_counter(), time.process_time()
    step()
    return time.perf_counter() - wall, time.process_time() - work


def cold(folder: Path, task: int) -> Spent:
    """Return what the command takes in a process of its own."""
    command = [sys.executable, "-m", "brokersql", "explain", folder, "--no-changes"]
    command += ["--policy", POLICY, "--task", str(task)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return time.perf_counter() - wall, work


def measure(
    folder: Path, n_tasks: int = N_TASKS, n_cold: int = N_COLD
) -> dict[str, Spent]:
    """Return the median of each step over several tasks of a snapshot."""
    opened: list[PerTaskCycle] = []

    def start() -> None:
        opened.append(PerTaskCycle.over(Snapshot.open(folder), POLICY))

    steps = {"start-up": [timed(start)]}
    (ready,) = opened
    whole: list[FinishedCycle] = []
    took = timed(lambda: whole.append(run_cycle(Snapshot.open(folder), POLICY)))
    steps["a whole cycle"] = [took]
    (cycle,) = whole
    found = cycle.result.column("jedi_task_id").to_pylist()
    ids = sorted({int(str(each)) for each in found})
    tasks = ids[:: max(len(ids) // n_tasks, 1)][:n_tasks]
    queue = str(cycle.database.rows("select min(queue_name) from verdict")[0][0])

    def explain(task: int) -> None:
        explain_task(ready.decide(task), task)

    ready.decide(tasks[0])
    kinds: dict[str, Callable[[int], object]] = {
        "decide a task": ready.decide,
        "decide and tell a task": explain,
        "tell a task of a whole cycle": lambda task: explain_task(cycle, task),
        "tell it at a queue": lambda task: explain_pair(cycle, task, queue),
    }
    for name, step in kinds.items():
        steps[name] = [timed(lambda step=step, task=task: step(task)) for task in tasks]
    steps["cold: brokersql explain --task"] = [cold(folder, t) for t in tasks[:n_cold]]
    return {name: medians(each) for name, each in steps.items()}


def medians(spent: list[Spent]) -> Spent:
    """Return the medians of wall and processor."""
    return median(wall for wall, _ in spent), median(work for _, work in spent)


def table(found: dict[str, Spent]) -> list[str]:
    """Return the lines of a Markdown table, in milliseconds."""
    rows = [
        f"| {name} | {wall * 1000:,.0f} | {work * 1000:,.0f} |"
        for name, (wall, work) in found.items()
    ]
    return ["| step | wall ms | processor ms |", "|---|---|---|", *rows]


def main() -> None:
    """Measure, print, and add to the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tasks", type=int, default=N_TASKS)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default=f"{os.cpu_count()} cores")
    chosen = parser.parse_args()
    lines = table(measure(chosen.folder, chosen.tasks))
    print("\n".join(lines))
    if chosen.record:
        head = f"## {date.today()}, explaining one task\n"
        about = f"{chosen.machine}. `python -m bench.explain`, medians.\n"
        record("\n".join([head, about, *lines]))


if __name__ == "__main__":
    main()
