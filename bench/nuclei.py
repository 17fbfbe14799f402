"""Measures the task brokerage: 2,000 tasks and all sites of the grid as nuclei.

    python -m bench.nuclei [--repeat N] [--keep FOLDER]

The hint run of the job brokerage over all queues is part of the cycle, and so is the
choice of one nucleus after the other, each of which sees the work given away before.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bench.__main__ import PHASES, Numbers, run
from bench.worlds import PRESET, SEED
from brokersql.snapshot.generate import generate, generate_complete

N_TASKS = 2840
GOAL_S = 3.0
THREADS = (1, 2)


def make_world(folder: Path, n_tasks: int = N_TASKS) -> Path:
    """Return the grid with every production task waiting for any site as nucleus."""
    if (folder / "task.parquet").exists():
        return folder
    generate(folder, PRESET, SEED)
    generate_complete(folder, n_tasks, SEED)
    queues = pq.read_table(folder / "queue.parquet")
    pq.write_table(_with(queues, "role", "nucleus"), folder / "queue.parquet")
    tasks = pq.read_table(folder / "task.parquet")
    is_production = pc.equal(tasks["prod_source_label"], "managed")  # type: ignore
    tasks = _with(tasks.filter(is_production), "status", "assigning")
    for name in ("nucleus", "modification_time"):
        tasks = _with(tasks, name, None)
    pq.write_table(_with(tasks, "cloud", "WORLD"), folder / "task.parquet")
    return folder


def _with(table: pa.Table, name: str, value: str | None) -> pa.Table:
    """Return a table with the same value in every row of a column."""
    column = pa.array([value] * table.num_rows, table.schema.field(name).type)
    return table.set_column(table.schema.get_field_index(name), name, column)


def report(runs: dict[int, list[Numbers]]) -> str:
    """Return the measurements as a Markdown table."""
    size = runs[THREADS[0]][0]
    lines = [
        f"### Task brokerage: {size['n_chunks']:,.0f} tasks x "
        f"{size['n_queues']:,.0f} nuclei",
        "",
        f"| threads | {' | '.join(PHASES)} | cycle s |",
        f"|{'---|' * (len(PHASES) + 2)}",
    ]
    for threads, found in runs.items():
        cells = [f"{median(each[phase] for each in found):.2f}" for phase in PHASES]
        whole = median(sum(each[phase] for phase in PHASES) for each in found)
        lines.append(f"| {threads} | {' | '.join(cells)} | **{whole:.2f}** |")
    return "\n".join([*lines, "", f"Goal: below {GOAL_S:.0f} s on two threads."])


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="keep the world in this folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = make_world(chosen.keep or Path(scratch))
        runs: dict[int, list[Numbers]] = {threads: [] for threads in THREADS}
        for _ in range(chosen.repeat):
            for threads, found in runs.items():
                found.append(run("measure", folder, threads, "none", "panda_task"))
        print(report(runs))


if __name__ == "__main__":
    main()
