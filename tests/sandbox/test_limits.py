"""T-SEC-2: a query that wants too much ends, and harms neither session nor parent."""

from __future__ import annotations

import os
import resource
import threading
from pathlib import Path

import pytest

from brokersql.core.errors import OutOfMemoryError, UsageError
from brokersql.core.sizes import parse_size
from brokersql.sandbox import QueryLimits, Refused, Sandbox

MEMORY = (
    "select length(repeat('x', 2000000000))",
    "select len(range(1000000000))",
    "from range(100000000) t(a) order by a desc",
    "select count(distinct a) from range(100000000) t(a)",
    "select string_agg(a::varchar) from range(200000000) t(a)",
)
TIME = (
    "select levenshtein(repeat('a', 100000), repeat('b', 100000))",
    "with recursive r(n) as (select 1 union all select n + 1 from r) "
    "select max(n) from r",
)


def _used() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("bomb", MEMORY)
def test_memory_is_bounded(bomb: str, sandbox: Sandbox) -> None:
    before = _used()
    with pytest.raises(OutOfMemoryError, match="needs more"):
        sandbox.ask(bomb)
    assert _used() - before < 64 << 10
    assert sandbox.ask("from queue").num_rows == 1


@pytest.mark.parametrize("bomb", TIME)
def test_time_is_bounded(bomb: str, file: Path) -> None:
    with Sandbox(QueryLimits(n_bytes=256 << 20, seconds=0.8)) as short:
        short.open(file, ["main"])
        with pytest.raises(Refused, match=r"stopped after 0\.8 s"):
            short.ask(bomb)
        assert short.ask("from queue").num_rows == 1


def test_processor_time_is_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox(QueryLimits(seconds=0.4, n_threads=1)) as short:
        short.open(file, ["main"])
        monkeypatch.setattr(threading.Timer, "start", lambda _: None)  # as if late
        with pytest.raises(Refused, match=r"stopped after 0\.4 s"):
            short.ask(TIME[0])


def test_answers_are_bounded(sandbox: Sandbox, file: Path) -> None:
    assert sandbox.ask("from range(100000)").num_rows == 100_000
    with pytest.raises(Refused, match="more than 100,000 rows"):
        sandbox.ask("from range(100001)")
    assert sandbox.ask("from queue").num_rows == 1
    with Sandbox(QueryLimits(n_answer_bytes=1 << 20)) as narrow:
        narrow.open(file, ["main"])
        with pytest.raises(Refused, match="or 1 MiB"):
            narrow.ask("select repeat('x', 1000) from range(2000)")
        assert narrow.ask("from queue").num_rows == 1


def test_the_process_gets_no_secrets(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_TOKEN", "hidden")
    with Sandbox() as opened:
        opened.open(file, ["main"])
        assert opened.ask("from queue").num_rows == 1
        child = opened._child
        assert child is not None
        known = Path(f"/proc/{child.pid}/environ").read_bytes()
        assert b"hidden" not in known
        limits = Path(f"/proc/{child.pid}/limits").read_text()
    rows = {line[:26].strip(): line[26:].split() for line in limits.splitlines()}
    assert rows["Max file size"][0] == "0"
    assert int(rows["Max open files"][0]) <= 64
    assert rows["Max address space"][0] != "unlimited"
    assert rows["Max cpu time"][0] != "unlimited"


def test_the_process_ends_with_the_session(file: Path) -> None:
    with Sandbox() as opened:
        opened.open(file, ["main"])
        child = opened._child
        assert child is not None
    assert child.poll() is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)


def test_sizes() -> None:
    assert parse_size("2GB") == 2_000_000_000
    for wrong in ("much", "", "-1GB", "1XB"):
        with pytest.raises(UsageError, match="is no size"):
            parse_size(wrong)
