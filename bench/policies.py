"""Measures other policies than the job brokerage, each on a world made for it.

    python -m bench.policies [--repeat N] [--keep FOLDER]

Task brokerage: 2,000 tasks and all sites of the grid as nuclei; the hint run of the job
brokerage over all queues is part of the cycle, and so is the choice of one nucleus
after the other. Analysis: 3,000 tasks of 2,000 users on the queues of the grid.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bench.__main__ import PHASES, Numbers, run
from bench.worlds import PRESET, SEED
from brokersql.snapshot.generate import generate, generate_complete

THREADS = (1, 2)
N_USERS = 2000


def waiting_tasks(tasks: pa.Table) -> pa.Table:
    """Return the production tasks, each waiting for a nucleus."""
    is_production = pc.equal(tasks["prod_source_label"], "managed")  # type: ignore
    tasks = _with(tasks.filter(is_production), "status", "assigning")
    for name in ("nucleus", "modification_time"):
        tasks = _with(tasks, name, None)
    return _with(tasks, "cloud", "WORLD")


def user_tasks(tasks: pa.Table) -> pa.Table:
    """Return the tasks of users, spread over as many users as there are."""
    is_user = pc.equal(tasks["prod_source_label"], "user")  # type: ignore
    tasks = tasks.filter(is_user)
    names = [f"user{row % N_USERS:04d}" for row in range(tasks.num_rows)]
    for column in ("user_name", "orig_user_name"):
        place = tasks.schema.get_field_index(column)
        tasks = tasks.set_column(place, column, pa.array(names, pa.string()))
    return tasks


@dataclass(frozen=True, slots=True)
class Case:
    """A policy, the tasks of the world that it decides, and its goal in seconds."""

    policy: str
    n_tasks: int
    tasks: Callable[[pa.Table], pa.Table]
    goal_s: float
    all_nuclei: bool = False


CASES = (
    Case("panda_task", 2840, waiting_tasks, 3.0, all_nuclei=True),
    Case("panda_analysis", 11400, user_tasks, 2.0),
)


def make_world(case: Case, folder: Path) -> Path:
    """Return the grid with the tasks of a case."""
    if (folder / "task.parquet").exists():
        return folder
    generate(folder, PRESET, SEED)
    generate_complete(folder, case.n_tasks, SEED)
    if case.all_nuclei:
        queues = pq.read_table(folder / "queue.parquet")
        pq.write_table(_with(queues, "role", "nucleus"), folder / "queue.parquet")
    tasks = pq.read_table(folder / "task.parquet")
    pq.write_table(case.tasks(tasks), folder / "task.parquet")
    return folder


def _with(table: pa.Table, name: str, value: str | None) -> pa.Table:
    """Return a table with the same value in every row of a column."""
    column = pa.array([value] * table.num_rows, table.schema.field(name).type)
    return table.set_column(table.schema.get_field_index(name), name, column)


def report(case: Case, runs: dict[int, list[Numbers]]) -> str:
    """Return the measurements as a Markdown table."""
    size = runs[THREADS[0]][0]
    lines = [
        f"### {case.policy}: {size['n_chunks']:,.0f} decisions x "
        f"{size['n_queues']:,.0f}",
        "",
        f"| threads | {' | '.join(PHASES)} | cycle s |",
        f"|{'---|' * (len(PHASES) + 2)}",
    ]
    for threads, found in runs.items():
        cells = [f"{median(each[phase] for each in found):.2f}" for phase in PHASES]
        whole = median(sum(each[phase] for phase in PHASES) for each in found)
        lines.append(f"| {threads} | {' | '.join(cells)} | **{whole:.2f}** |")
    return "\n".join([*lines, "", f"Goal: below {case.goal_s:.0f} s on two threads.\n"])


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="keep the worlds in this folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for case in CASES:
            folder = (chosen.keep or Path(scratch)) / case.policy
            make_world(case, folder)
            runs: dict[int, list[Numbers]] = {threads: [] for threads in THREADS}
            for _ in range(chosen.repeat):
                for threads, found in runs.items():
                    numbers = run("measure", folder, threads, "none", case.policy)
                    found.append(numbers)
            print(report(case, runs))


if __name__ == "__main__":
    main()
