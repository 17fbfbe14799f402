"""Imports of database servers: seconds, and the most memory that the importer holds.

    python -m bench.imports [--jobs N] [--waiting N …] [--record] [--machine TEXT]

Servers of this machine are started and filled: PostgreSQL with the jobs of a PanDA,
then MariaDB with the waiting jobs of a DIRAC, one number after the other. Each import
is the command, in a process of its own. With --record a section is added to
bench/RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from bench.__main__ import default_machine, record
from tests.snapshot_sources.database_server import mariadb_server, postgres_server

WORLD = Path(__file__).parent / "import_world"
#: A task of the filled PanDA.
TASK = 1500
HEAD = "| import | rows | s | peak MB |\n|---|---|---|---|"
_COMMAND = (sys.executable, "-m", "brokersql", "snapshot", "import")


def measured(what: str, settings: str, *words: object) -> str:
    """Return the line of one import into a folder of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "brokersql.toml"
        file.write_text(f"[source.bench]\n{settings}\n")
        command = [*_COMMAND, *map(str, words), "--into", f"{scratch}/snap"]
        start = time.perf_counter()
        running = subprocess.Popen(
            [*command, "--time", "2026-03-14T12:30:00Z"],
            env={**os.environ, "BROKERSQL_CONFIG": str(file)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert running.stderr is not None
        said = running.stderr.read()
        _, status, usage = os.wait4(running.pid, 0)
        seconds = time.perf_counter() - start
    assert not status, said
    found = re.search(r"(\d[\d,]*) records? read", said)
    n_rows = found[1] if found else ""
    return f"| {what} | {n_rows} | {seconds:.1f} | {usage.ru_maxrss / 1024:.0f} |"


def panda(n_jobs: int) -> list[str]:
    """Return the lines of a PanDA on PostgreSQL: as a whole, and one task of it."""
    with postgres_server() as server:
        server.run("postgres", "-v", f"jobs={n_jobs}", "-f", str(WORLD / "panda.sql"))
        dsn = f"postgresql://admin@/postgres?host={server.folder}"
        settings = f'kind = "panda-postgres"\ndsn = "{dsn}"'
        title = f"panda, {n_jobs:,} jobs"
        return [
            measured(title, settings, "panda", "bench"),
            measured(f"{title}, --task", settings, "panda", "bench", "--task", TASK),
        ]


def dirac(numbers: Sequence[int]) -> list[str]:
    """Return the lines of a DIRAC on MariaDB, by number of waiting jobs."""
    lines: list[str] = []
    with mariadb_server() as server:
        dsn = f"mysql://root@localhost/?socket={server.folder / 's'}"
        settings = f'kind = "dirac-mariadb"\ndsn = "{dsn}"\nvo = "lhcb"'
        fill = (WORLD / "dirac.sql").read_text()
        for n_jobs in numbers:
            server.run(text=f"set @jobs = {n_jobs};\n{fill}")
            title = f"dirac, {n_jobs:,} waiting jobs"
            lines.append(measured(title, settings, "dirac", "bench"))
    return lines


def main() -> None:
    """Measure, print, and record where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=500_000, help="of PanDA")
    waiting = [100_000, 300_000, 1_000_000, 2_000_000]
    parser.add_argument("--waiting", type=int, nargs="*", default=waiting)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default=default_machine())
    chosen = parser.parse_args()
    title = (
        f"## {date.today().isoformat()}, imports of databases\n\n{chosen.machine}. "
        "`python -m bench.imports`: the command in a process of its own, the server on "
        "the same machine; one run. *rows*: read from the server. *peak*: of the "
        "importer, resident.\n"
    )
    text = "\n".join([title, HEAD, *panda(chosen.jobs), *dirac(chosen.waiting), ""])
    print(text)
    if chosen.record:
        record(text)


if __name__ == "__main__":
    main()
