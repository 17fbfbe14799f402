"""Measures cycles and their peer, and prints a Markdown table.

    python -m bench [--quick] [--repeat N] [--record] [--keep FOLDER] [--machine TEXT]

Every number is the median of several runs, each in a process of its own. With --record
the table is added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench.worlds import GRID, LARGE, SMALL, World, make_world

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "RESULTS.md"
PHASES = ("facts", "verdict", "weigh", "select")
#: Threads and verdict modes of the runs.
RUNS = ((1, "full"), (2, "full"), (1, "reasons"), (1, "none"))
GOALS = {1: 150, 2: 90}
PEER_CHUNKS = 40

Numbers = dict[str, float]


def run(module: str, *arguments: object) -> Numbers:
    """Return what a module of this folder measures in a process of its own."""
    command = [sys.executable, "-m", f"bench.{module}", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def medians(runs: Sequence[Numbers]) -> Numbers:
    """Return the median of each number."""
    return {name: median(each[name] for each in runs) for name in runs[0]}


def per_pair(seconds: float, numbers: Numbers) -> float:
    """Return nanoseconds per pair."""
    return seconds / numbers["n_pairs"] * 1e9


def cycle_cost(numbers: Numbers) -> float:
    """Return nanoseconds per pair of a cycle on a loaded snapshot."""
    return per_pair(sum(numbers[phase] for phase in PHASES), numbers)


def decision_cost(numbers: Numbers) -> float:
    """Return nanoseconds per pair of a cycle whose facts are there."""
    return per_pair(sum(numbers[phase] for phase in PHASES[1:]), numbers)


def row(threads: int, verdict: str, numbers: Numbers, peer: float) -> str:
    """Return the line of a run: nanoseconds per pair by phase, and all else."""
    cost = cycle_cost(numbers)
    cells = [
        str(threads),
        verdict,
        *(f"{per_pair(numbers[phase], numbers):.0f}" for phase in PHASES),
        f"**{cost:.0f}**",
        f"{peer / cost:.0f}x",
        f"{cost * numbers['n_pairs'] / 1e9:.2f}",
        f"{numbers['load']:.2f}",
        f"{numbers['write']:.2f}",
        f"{numbers['peak_mb']:.0f}",
        f"{numbers['peak_written_mb']:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| threads | mode | facts | verdict | weigh | select | cycle | peer / cycle "
    "| cycle s | load s | write s | peak MB | with tables MB |\n"
    f"|{'---|' * 13}"
)


def section(world: World, folder: Path, repeat: int) -> tuple[str, list[str]]:
    """Return the measurements on one world, and how far they are from the goals.

    All kinds of runs take turns, so that other work on the machine meets them alike.
    """
    peer_runs: list[Numbers] = []
    runs: dict[tuple[int, str], list[Numbers]] = {kind: [] for kind in RUNS}
    for _ in range(repeat):
        peer_runs.append(run("peer", folder, PEER_CHUNKS))
        for kind, found in runs.items():
            found.append(run("measure", folder, *kind))
    peers = medians(peer_runs)
    peer = per_pair(peers["seconds"], peers)
    numbers = {kind: medians(found) for kind, found in runs.items()}
    sizes = numbers[RUNS[0]]
    goals = [
        f"{decision_cost(numbers[threads, 'full']):.0f} ns on {threads} thread"
        f"{'s' * (threads > 1)} (goal {goal}), "
        f"{cycle_cost(numbers[threads, 'full']):.0f} with all facts"
        for threads, goal in GOALS.items()
    ]
    lines = [
        f"### {world.name}",
        "",
        f"{sizes['n_chunks']:,.0f} chunks x {sizes['n_queues']:,.0f} pseudo queues"
        f" = {sizes['n_pairs']:,.0f} pairs, {sizes['n_survivors']:,.0f} weighed."
        f" The plain-Python loop takes {peer:,.0f} ns per pair"
        f" ({peers['n_chunks']:.0f} chunks).",
        "",
        HEAD,
        *(row(*kind, numbers[kind], peer) for kind in RUNS),
        "",
    ]
    return "\n".join(lines), goals


def title(machine: str, repeat: int) -> str:
    """Return when, where and with what the numbers were taken."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "pyarrow"))
    return (
        f"## {date.today().isoformat()}, job brokerage\n\n{machine}. Python "
        f"{platform.python_version()}, {versions}. Medians of {repeat} runs, times in "
        "ns per pair unless said otherwise; profile page.\n"
    )


def record(text: str) -> None:
    """Add a section to bench/RESULTS.md, in place of an older one about the same.

    Its first line holds the date, and what it is about: ``## 2026-11-22, start-up``.
    """
    about, *sections = RESULTS.read_text(encoding="utf-8").rstrip().split("\n\n## ")
    section = text.strip().removeprefix("## ")
    others = [each for each in sections if _subject(each) != _subject(section)]
    whole = "\n\n## ".join([about, *others, section])
    RESULTS.write_text(f"{whole}\n", encoding="utf-8")


def _subject(section: str) -> str:
    """Return what a section is about.

    >>> _subject("2026-11-22, start-up, cold")
    'start-up, cold'
    """
    return section.partition("\n")[0].partition(", ")[2]


def default_machine() -> str:
    """Return the number of processors and their kind."""
    return f"{os.cpu_count()} cores, {platform.machine()}"


def main() -> None:
    """Measure, print, and record where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small world only")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--keep", type=Path, help="keep the worlds in this folder")
    parser.add_argument("--machine", default=default_machine())
    chosen = parser.parse_args()
    parts = [title(chosen.machine, chosen.repeat)]
    goals: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch)
        for number, world in enumerate([SMALL] if chosen.quick else [GRID, LARGE]):
            place = make_world(world, folder / f"{world.n_tasks or number}")
            text, goals = section(world, place, chosen.repeat)
            parts.append(text)
    parts.append(f"Full verdict, weights and choice: {'; '.join(goals)}, per pair.\n")
    text = "\n".join(parts)
    print(text)
    if chosen.record:
        record(text)


if __name__ == "__main__":
    main()
