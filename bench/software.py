"""The cost of software and hardware requirements: cycles with them and without.

Every task asks one of 300 different questions of 1,000 queues, each described on its
own. The same tasks ask once queues as they come, of which many refuse, once queues that
fulfil everything, so that as many pairs get weights as where nothing is asked.

    python -m bench.software [--tasks N] [--queues N] [--threads N] [--repeat N]
                             [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import median

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bench.__main__ import PHASES, Numbers, run
from brokersql.snapshot.generate import generate, generate_complete

SEED = 1
PRESET = "L"
N_TASKS, N_QUEUES = 20_000, 1_000
GOAL = 2.0
PLATFORMS = (
    "x86_64-el9-gcc13-opt",
    "x86_64-centos7-gcc11-opt@centos7",
    "x86_64-(centos7|slc6)-gcc62-opt",
    "aarch64-el9-gcc13-opt",
    "x86_64-.*-opt",
)
HARDWARE = (
    "",
    "#x86_64-intel-avx2",
    "#(x86_64|aarch64)",
    "&nvidia",
    "#x86_64&nvidia:model=.*A100.*:vram>=40960",
    "&nvidia:model!=.*P100.*:cuda>=12.0",
)
RELEASES = (
    *("Athena-23.0.53", "Athena-24.0.44", "Athena-25.0.12", "AthGeneration-23.6.31"),
    *("AthSimulation-23.0.19", "AthSimulation-24.0.30", "AthDerivation-21.2.102.0"),
    *("Athena-2025-09-30T2101", "AtlasOffline-21.0.77", "AtlasProduction-20.7.9.9"),
)
QUESTIONS = tuple(
    (platform + hardware, release)
    for platform, hardware, release in product(PLATFORMS, HARDWARE, RELEASES)
)
#: Of the tasks that the generator makes, so many are production tasks.
PRODUCTION_FRACTION = 0.653


def replace(table: pa.Table, **columns: object) -> pa.Table:
    """Return a table with other columns; a single value stands for all rows."""
    for name, values in columns.items():
        place = table.column_names.index(name)
        kind = table.schema.field(name).type
        cells = values if isinstance(values, list) else [values] * table.num_rows
        table = table.set_column(place, name, pa.array(cells, kind))
    return table


def make_worlds(
    folder: Path, n_tasks: int, n_queues: int, preset: str = PRESET
) -> dict[str, Path]:
    """Return the folders of the worlds, by what the tasks meet in them.

    A queue stands for itself: none has pseudo queues.
    """
    plain = _plain_world(folder / "none", n_tasks, n_queues, preset)
    tasks = pq.read_table(plain / "task.parquet")
    pq.write_table(asked(tasks, is_asking=False), plain / "task.parquet")
    worlds = {"none": plain}
    for name in ("fulfilled", "mixed"):
        worlds[name] = place = Path(shutil.copytree(plain, folder / name))
        pq.write_table(asked(tasks, is_asking=True), place / "task.parquet")
    describe_all(worlds["fulfilled"], pq.read_table(plain / "queue.parquet"))
    return worlds


def _plain_world(place: Path, n_tasks: int, n_queues: int, preset: str) -> Path:
    """Return the folder of a world of so many production tasks and queues."""
    generate(place, preset, SEED)
    queues = pq.read_table(place / "queue.parquet")
    order = pc.sort_indices(queues, [("queue_order", "ascending")])  # type: ignore
    queues = replace(queues.take(order).slice(0, n_queues), capability=None)
    pq.write_table(queues, place / "queue.parquet")
    relations = pq.read_table(place / "queue_endpoint.parquet")
    names = queues["queue_name"].combine_chunks()
    kept = pc.is_in(relations["queue_name"], value_set=names)
    pq.write_table(relations.filter(kept), place / "queue_endpoint.parquet")
    generate_complete(place, round(n_tasks / PRODUCTION_FRACTION), SEED)
    return place


def describe_all(place: Path, queues: pa.Table) -> None:
    """Let every queue fulfil every question, by a description of its own."""
    automatic = replace(queues, releases=[["AUTO"]] * queues.num_rows)
    pq.write_table(automatic, place / "queue.parquet")
    names = queues["queue_name"].to_pylist()
    free = {name: ["any"] for name in ("arch", "vendor", "instr")}
    offer = {
        "cmtconfigs": ["x86_64-slc6-gcc62-opt"],
        "containers": ["any"],
        "cvmfs": ["any"],
        "architectures": [{"type": "cpu", **free}, {"type": "gpu"}],
    }
    described = [json.dumps({**offer, "tags": [], "of": name}) for name in names]
    gpus = {
        "queue_name": names,
        "vendor": ["NVIDIA"] * len(names),
        "model": ["NVIDIA A100-SXM4-80GB"] * len(names),
        "vram": pa.array([81920] * len(names), pa.int64()),
        "framework_version": ["12.9"] * len(names),
    }
    software = pa.table({"queue_name": names, "data": described})
    pq.write_table(software, place / "queue_software.parquet")
    schema = pq.read_schema(place / "queue_gpu.parquet")
    empty = dict.fromkeys(schema.names, [None] * len(names))
    pq.write_table(pa.table({**empty, **gpus}, schema), place / "queue_gpu.parquet")


def asked(tasks: pa.Table, is_asking: bool) -> pa.Table:
    """Return the tasks with one question after the other, or with none."""
    if not is_asking:
        return replace(tasks, architecture=None, trans_home=None, container_name=None)
    drawn = [QUESTIONS[row % len(QUESTIONS)] for row in range(tasks.num_rows)]
    architectures, homes = zip(*drawn, strict=True)
    return replace(
        tasks,
        architecture=list(architectures),
        trans_home=list(homes),
        container_name=None,
    )


def seconds(numbers: Numbers) -> float:
    """Return what a cycle on a loaded snapshot takes."""
    return sum(numbers[phase] for phase in PHASES)


def section(worlds: dict[str, Path], threads: int, repeat: int) -> str:
    """Return the comparison as a Markdown table; the worlds take turns."""
    runs: dict[str, list[Numbers]] = {name: [] for name in worlds}
    for _ in range(repeat):
        for name, folder in worlds.items():
            runs[name].append(run("measure", folder, threads, "none"))
    size = runs["none"][0]
    base = median(map(seconds, runs["none"]))
    ratios = {
        name: median(map(seconds, found)) / base
        for name, found in runs.items()
        if name != "none"
    }
    lines = [
        f"### Software requirements: {size['n_chunks']:,.0f} chunks with "
        f"{len(QUESTIONS)} questions x {size['n_queues']:,.0f} queues",
        "",
        f"| requirements | {' | '.join(PHASES)} | cycle s | weighed | peak MB |",
        f"|{'---|' * (len(PHASES) + 4)}",
        *(row(name, found) for name, found in runs.items()),
        "",
        ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
        + f" times the cycle without requirements (goal below {GOAL:.0f}).",
    ]
    return "\n".join(lines)


def row(name: str, runs: Sequence[Numbers]) -> str:
    """Return the line of one kind of cycle: seconds by phase, and the sum."""
    cells = [
        name,
        *(f"{median(each[phase] for each in runs):.2f}" for phase in PHASES),
        f"**{median(map(seconds, runs)):.2f}**",
        f"{runs[0]['n_survivors']:,.0f}",
        f"{median(each['peak_mb'] for each in runs):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=N_TASKS)
    parser.add_argument("--queues", type=int, default=N_QUEUES)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep the worlds in this folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch)
        worlds = make_worlds(folder, chosen.tasks, chosen.queues)
        print(section(worlds, chosen.threads, chosen.repeat))


if __name__ == "__main__":
    main()
