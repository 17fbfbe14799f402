"""Result tables of a run are asked where they lie: as safely, with the same answers."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import OutOfMemoryError
from brokersql.sandbox import QueryLimits, TooManyRows
from brokersql.sandbox.in_place import ask_in_place
from tests.cli.calling import call, spawn
from tests.sandbox.probes import PROBES
from tests.sandbox.test_limits import MEMORY, TIME

LIMITS = QueryLimits(n_bytes=128 << 20, seconds=20, n_rows=1000, n_threads=1)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    file = tmp_path_factory.mktemp("results") / "queue.parquet"
    pq.write_table(pa.table({"queue_no": [1, 2]}), file)
    return {"queue": file}


def test_what_reaches_out_is_left_to_the_sandbox(files: dict[str, Path]) -> None:
    answers = [ask_in_place("results", files, it.text, LIMITS) for it in PROBES]
    assert answers == [None] * len(PROBES)


def test_answers_are_bounded(files: dict[str, Path]) -> None:
    found = ask_in_place("results", files, "from range(1000)", LIMITS)
    assert found is not None and found.num_rows == 1000
    with pytest.raises(TooManyRows, match="more than 1,000 rows"):
        ask_in_place("results", files, "from range(1001)", LIMITS)


def test_no_timer_outlives_its_query(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the process may end while one holds the database, and leaks are reported."""

    class Slow(threading.Timer):
        def run(self) -> None:
            super().run()
            time.sleep(0.2)

    monkeypatch.setattr(threading, "Timer", Slow)
    before = threading.enumerate()
    assert ask_in_place("results", files, "from queue", LIMITS) is not None
    assert threading.enumerate() == before


def test_memory_is_bounded(files: dict[str, Path]) -> None:
    for bomb in MEMORY[:3]:
        with pytest.raises(OutOfMemoryError, match="needs more"):
            ask_in_place("results", files, bomb, LIMITS)


@pytest.mark.parametrize("bomb", TIME)
def test_time_is_bounded(bomb: str, run_folder: Path) -> None:
    """The process ends, where DuckDB does not stop."""
    ended = spawn("sql", run_folder, bomb, "--timeout", "0.5")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b"error: stopped after 0.5 s\n  --timeout")


@pytest.mark.parametrize(
    "query",
    [
        "from result",
        "from results.exclusion order by all limit 7",
        "with verdict as (select 1 as a) from verdict",
        "select status, count(*) as n from result group by all order by all",
        "select list(criterion order by bit) as all_of_them from criterion",
    ],
)
def test_answers_are_those_of_the_sandbox(query: str, run_folder: Path) -> None:
    here = call("sql", run_folder, query, "--format", "jsonl")
    there = call("sql", run_folder, query, "--format", "jsonl", "--policy", "panda_job")
    assert (here.code, here.out) == (there.code, there.out)
