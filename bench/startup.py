"""What a command costs before it does anything, in processor time, as ratios.

    python -m bench.startup [--repeat N] [--against PYTHON] [--only TEXT] [--record]
        [--machine TEXT]

Each command runs in a process of its own, all in turn, N times; medians. With --against
the same commands run with another environment's Python in between, as pairs. The first
run after an installation has an empty cache, and so has the first explanation of it one
without its cycle. A second table has commands that the process of `serve` answers:
processor time of the client and of that process, and the clock of the whole command.
With --record both are added to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import median

from bench.__main__ import ROOT, record

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


#: In words of a command: each task of job brokerage in turn.
TASK = "TASK"
#: What is answered while `serve` runs -> the command, and the goal in milliseconds.
SERVED: Mapping[str, tuple[tuple[str, ...], str]] = {
    "sql RUN 'select 1'": (("sql", "select 1"), ""),
    "explain --task, a task that waits": (("explain", "--task", "47110182"), "150"),
    "explain --task, each task once": (("explain", "--task", TASK), "150"),
    "explain --task, each task again": (("explain", "--task", TASK), "150"),
    "explain --task --no-changes, each task": (
        ("explain", "--no-changes", "--task", TASK),
        "150",
    ),
}
#: Exits with 0 if it was answered by a process of `serve`.
_CLIENT = (
    "import sys; from brokersql.resident import pass_on; "
    "sys.exit(pass_on(sys.argv[1:]) is None)"
)


def spent_resident(pid: int) -> float:
    """Return the processor seconds of what `serve` keeps ready, to hundredths."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    places = [Path(f"/proc/{child}") for child in children.split()]
    (place,) = (it for it in places if b"cli.resident" in (it / "cmdline").read_bytes())
    text = (place / "stat").read_text(encoding="utf-8")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def served(python: str, repeat: int, only: str = "") -> list[str]:
    """Return the lines of a table of commands that the process of `serve` answers."""
    lines = [
        "| while serve runs | client, ms | process, ms | clock, ms | goal |",
        "|---|---|---|---|---|",
    ]
    own = [python, "-m", "brokersql"]
    with tempfile.TemporaryDirectory() as folder:
        run = str(Path(folder) / "run")
        spent([*own, "run", "--quiet", "--out", run])
        query = "select distinct jedi_task_id from result where policy = 'panda_job'"
        answer = subprocess.check_output([*own, "sql", run, query, "-q"], text=True)
        server = subprocess.Popen([*own, "serve", run], stdout=subprocess.PIPE)
        try:
            first = [python, "-c", _CLIENT, "explain", run, "--task", "47110182"]
            while subprocess.run(first, capture_output=True, check=False).returncode:
                time.sleep(0.1)
            for name, ((command, *words), goal) in SERVED.items():
                if only not in name:
                    continue
                units = answer.split()[1:] if TASK in words else [""] * repeat
                costs: list[tuple[float, float, float]] = []
                for unit in units:
                    given = [unit if word == TASK else word for word in words]
                    before, begin = spent_resident(server.pid), time.perf_counter()
                    client = spent([*own, command, run, *given])
                    clock = time.perf_counter() - begin
                    process = spent_resident(server.pid) - before
                    costs.append((client, process, clock))
                medians = [
                    f"{median(it) * 1000:.0f}" for it in zip(*costs, strict=True)
                ]
                lines.append(f"| {' | '.join([name, *medians, goal])} |")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    return lines


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
    lines += ["", *served(sys.executable, given.repeat, given.only)]
    print("\n".join(lines))
    if given.record:
        about = (
            f"{given.machine or 'this machine'}. `python -m bench.startup`, medians."
        )
        head = [f"## {date.today()}, start-up", "", about, ""]
        record("\n".join([*head, *lines]))


if __name__ == "__main__":
    main()
