"""What a command costs before it does anything, in processor time, as ratios.

    python -m bench.startup [--repeat N] [--against PYTHON] [--only TEXT] [--record]
        [--machine TEXT]

Each command runs in a process of its own, all in turn, N times; medians. With --against
the same commands run with another environment's Python in between, as pairs. The first
run after an installation has an empty cache, and so has the first explanation of it one
without its cycle. With --record the table is
added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import median

from bench.__main__ import RESULTS, ROOT

PASS, QUERY = "python -c pass", "duckdb: select 1"
#: Command -> what it is compared with, and the most that issue 23 allows.
GOALS: Mapping[str, tuple[str, float]] = {
    "--version": (PASS, 3),
    "--help": (PASS, 10),
    "sql RUN 'select 1'": (QUERY, 1.5),
}
#: Command -> what it is called where the cache is empty; in this order.
FIRST: Mapping[str, str] = {
    "run (demo)": "nothing compiled",
    "explain --task (demo)": "the first after it",
}


def spent(command: Sequence[str], env: Mapping[str, str] | None = None) -> float:
    """Return the seconds of processor time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    places = {**os.environ, **(env or {})}
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=places)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def commands(python: str, run: Path) -> dict[str, list[str]]:
    """Return the commands by name, for one environment."""
    own = [python, "-m", "brokersql"]
    return {
        PASS: [python, "-c", "pass"],
        QUERY: [python, "-c", "import duckdb; duckdb.sql('select 1').fetchall()"],
        "--version": [*own, "--version"],
        "--help": [*own, "--help"],
        "sql RUN 'select 1'": [*own, "sql", str(run), "select 1"],
        "run (demo)": [*own, "run", "--quiet"],
        "explain --task (demo)": [*own, "explain", str(run), "--task", "47110182"],
    }


def measure(
    pythons: Sequence[str], repeat: int, only: str = ""
) -> dict[str, list[float]]:
    """Return the median seconds of each command, for each environment.

    `only` is a part of the names of commands that are measured, with bare Python.
    """
    with tempfile.TemporaryDirectory() as folder:
        runs = [Path(folder) / f"run{each}" for each in range(len(pythons))]
        sides = [commands(*each) for each in zip(pythons, runs, strict=True)]
        for side, run in zip(sides, runs, strict=True):  # and compile all programs
            spent([*side["run (demo)"], "--out", str(run)])
        found = {
            name: list(
                zip(
                    *([spent(side[name]) for side in sides] for _ in range(repeat)),
                    strict=True,
                )
            )
            for name in sides[0]
            if only in name or name in (PASS, QUERY)
        }
        first = {
            f"{name}, {which}": [
                spent(side[name], {"BROKERSQL_CACHE": f"{folder}/{each}"})
                for each, side in enumerate(sides)
            ]
            for name, which in FIRST.items()
        }
    medians = {name: [median(side) for side in each] for name, each in found.items()}
    return {**medians, **first}


def table(found: Mapping[str, Sequence[float]]) -> list[str]:
    """Return the lines of a Markdown table."""
    n_sides = len(found[PASS])
    head = ["command", "ms", *(["ms before", "ratio"] if n_sides > 1 else [])]
    lines = [
        f"| {' | '.join([*head, 'against', 'goal'])} |",
        "|---" * (len(head) + 2) + "|",
    ]
    for name, seconds in found.items():
        cells = [name, *(f"{each * 1000:.0f}" for each in seconds)]
        if n_sides > 1:
            cells.append(f"{seconds[0] / seconds[1]:.2f}")
        base, goal = GOALS.get(name, ("", 0))
        against = f"{seconds[0] / found[base][0]:.1f} x {base}" if base else ""
        lines.append(
            f"| {' | '.join([*cells, against, f'{goal:g}' if goal else ''])} |"
        )
    return lines


def main() -> None:
    """Print the table, and record it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--against", help="the Python of another environment")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default="")
    parser.add_argument("--only", default="", help="a part of names of commands")
    given = parser.parse_args()
    pythons = [sys.executable, *([given.against] if given.against else [])]
    lines = table(measure(pythons, given.repeat, given.only))
    print("\n".join(lines))
    if given.record:
        about = (
            f"{given.machine or 'this machine'}. `python -m bench.startup`, medians."
        )
        head = [f"## {date.today()}, start-up", "", about, ""]
        with RESULTS.open("a", encoding="utf-8") as results:
            results.write("\n" + "\n".join([*head, *lines]) + "\n")


if __name__ == "__main__":
    main()
