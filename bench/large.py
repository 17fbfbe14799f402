"""How a run grows with its pairs: processor time and memory of whole commands.

    python -m bench.large [--tasks N ...] [--verdict MODE] [--record] [--machine TEXT]

The worlds have the 1,000 queues of preset L and ever more tasks. `brokersql run` writes
all tables of panda_job, each in a process of its own. With --record the table is added
to bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bench.__main__ import record
from bench.measure import exponent
from brokersql.snapshot.generate import generate

PRESET, SEED = "L", 1
TASKS = (2_500, 5_000, 10_000, 20_000)


@dataclass(frozen=True, slots=True)
class Growth:
    """What one run took: seconds of processor time, and of the clock by part."""

    n_tasks: int
    n_pairs: int
    processor_s: float
    cycle_s: float
    write_s: float
    peak_mb: float


def measure(n_tasks: int, verdict: str, place: Path) -> Growth:
    """Return what a run over so many tasks takes."""
    world, out = place / f"world{n_tasks}", place / f"out{n_tasks}"
    generate(world, PRESET, SEED, tasks=n_tasks)
    words = ("run", world, "--policy", "panda_job", "--verdict", verdict, "--out", out)
    command = [sys.executable, "-m", "brokersql", *map(str, words), "--quiet"]
    with open(os.devnull, "wb") as nothing:
        files = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        child = os.posix_spawn(sys.executable, command, os.environ, file_actions=files)
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    (policy,) = record["policies"]
    phases = policy["timings_s"]
    return Growth(
        n_tasks,
        policy["pairs"],
        used.ru_utime + used.ru_stime,
        sum(phases[name] for name in ("facts", "verdict", "weigh", "select")),
        record["timings_s"]["write"],
        used.ru_maxrss / 1024,
    )


def linearity(found: Sequence[Growth]) -> float:
    """Return R squared of processor time over pairs."""
    pairs = [each.n_pairs for each in found]
    seconds = [each.processor_s for each in found]
    x, y = sum(pairs) / len(pairs), sum(seconds) / len(seconds)
    both = sum((a - x) * (b - y) for a, b in zip(pairs, seconds, strict=True))
    squares = [sum((a - x) ** 2 for a in pairs), sum((b - y) ** 2 for b in seconds)]
    return both**2 / (squares[0] * squares[1])


def growth(found: Sequence[Growth]) -> float:
    """Return by which power processor time grows with pairs."""
    pairs = [each.n_pairs for each in found]
    return exponent(pairs, [each.processor_s for each in found])


def table(found: Sequence[Growth]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = [
        "| tasks | pairs, million | processor s | ns per pair | cycle s | write s "
        "| write / cycle | peak MB |",
        "|---" * 8 + "|",
    ]
    for each in found:
        cells = (
            f"{each.n_tasks:,}",
            f"{each.n_pairs / 1e6:.1f}",
            f"{each.processor_s:.0f}",
            f"{each.processor_s / each.n_pairs * 1e9:,.0f}",
            f"{each.cycle_s:.1f}",
            f"{each.write_s:.1f}",
            f"{each.write_s / each.cycle_s:.1f}",
            f"{each.peak_mb:,.0f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return [
        *lines,
        "",
        f"Processor time is linear in pairs: R² {linearity(found):.4f}, "
        f"exponent {growth(found):.2f}.",
    ]


def main() -> None:
    """Print the table, and record it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, nargs="+", default=TASKS)
    parser.add_argument("--verdict", default="full")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default="this machine")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = [measure(each, given.verdict, Path(folder)) for each in given.tasks]
    lines = table(found)
    print("\n".join(lines))
    if given.record:
        about = (
            f"{given.machine}. `python -m bench.large --verdict {given.verdict}`: "
            "panda_job over 1,000 queues, one run each."
        )
        head = [f"## {date.today()}, how a run grows", "", about, ""]
        record("\n".join([*head, *lines]))


if __name__ == "__main__":
    main()
