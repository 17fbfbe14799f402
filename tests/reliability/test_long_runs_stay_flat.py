"""What runs for long neither grows nor keeps files open.

Promise: pages, matches and replays, asked again and again in one process, take the
memory and the descriptors that they took in the beginning.
"""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from brokersql.cycle import Options
from brokersql.match.client import MatchClient
from brokersql.match.integrity import verify
from brokersql.match.state import State
from brokersql.replay import replay
from tests.match.serving import served
from tests.match.worlds import random_world, snapshot_of
from tests.replay.histories import of_worlds, small_world
from tests.web.asking import page_of, unheard

#: Seconds of the long run, an hour if nothing else is said.
SOAK_S = float(os.environ.get("BROKERSQL_SOAK_S", "3600"))
PATHS = ("/panda_job", "/panda_job/queues.json", "/panda_job/task/47110182.json")


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def n_descriptors() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def rounds(run: Path, folder: Path) -> Iterator[None]:
    """Yield after each round: a replay, pages of a run, matches that are given back."""
    history = of_worlds(folder / "history", [small_world(1, 1), small_world(2, 1)])
    world = random_world(3, n_jobs=40, n_pilots=24)
    pilots = [each for each in world["dirac_pilot"] if "job_id" not in each]
    state = State.create(
        folder / "state", snapshot_of({**world, "dirac_pilot": []}), Options(threads=1)
    )
    pages = unheard(run)
    with served(state) as server, MatchClient(str(server.address)) as client:
        while True:
            replay(history, folder / "out", "panda_timeout", Options(threads=1))
            shutil.rmtree(folder / "out")
            for path in PATHS:
                assert page_of(pages, path).status == 200
            rows = [*client.batch(pilots[:12]), *map(client.match, pilots[12:16])]
            given = [int(str(it["job_id"])) for it in rows if it["job_id"] is not None]
            client.requeue(given)
            yield


@pytest.mark.parametrize(
    ("seconds", "n_least"), [(0, 4), pytest.param(SOAK_S, 40, marks=pytest.mark.long)]
)
def test_memory_and_descriptors_stay(
    seconds: float, n_least: int, run_folder: Path, tmp_path: Path
) -> None:
    """Of the rounds after a quarter, late ones take what early ones took."""
    memory, descriptors = list[float](), list[int]()
    until = time.monotonic() + seconds
    turns = rounds(run_folder, tmp_path)
    while len(memory) < n_least or time.monotonic() < until:
        next(turns)
        memory.append(resident_mb())
        descriptors.append(n_descriptors())
    turns.close()  # type: ignore[attr-defined]
    verify(tmp_path / "state")
    quarter = len(memory) // 4
    early, late = memory[quarter : 2 * quarter], memory[-quarter:]
    grown = sum(late) / quarter - sum(early) / quarter
    told = f"{len(memory)} rounds: {early[0]:.0f} MB, then {late[-1]:.0f} MB; "
    print(told + f"{descriptors[quarter]} descriptors, then {descriptors[-1]}")
    assert max(descriptors[-quarter:]) <= max(descriptors[: 2 * quarter])
    assert grown < (0.1 * early[0] if seconds else 100), told
