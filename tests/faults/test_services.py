"""Services go on after a fault of DuckDB: pages are made again, jobs given once."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from brokersql.cli.inputs import open_input
from brokersql.cli.output import Choices
from brokersql.cli.shell_explain import ExplainParser, ShellExplainer
from brokersql.core.errors import CycleError, EngineError, OutOfMemoryError
from brokersql.cycle import Options
from brokersql.match.address import parse_address
from brokersql.match.client import MatchClient, ServiceError
from brokersql.match.integrity import verify
from brokersql.match.server import MatchServer
from brokersql.match.state import State
from brokersql.replay import replay
from brokersql.web.overview import site_fields
from brokersql.web.responses import Response
from brokersql.web.routes import Site
from brokersql.web.run_reader import open_reader
from brokersql.web.server import OpenedRun, PageServer, RunRegistry
from brokersql.web.stories import ComparableRuns
from tests.cli.calling import DEMO
from tests.conformance.dirac_scenario import Row, table
from tests.faults.injecting import failing
from tests.match.worlds import random_world, snapshot_of
from tests.replay.histories import contents, of_worlds, small_world


@pytest.fixture(autouse=True)
def no_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brokersql.core.database.write_bundle", lambda *_: None)


# -- pages --


@pytest.fixture(scope="module")
def server(run_folder: Path) -> PageServer:
    def opened(place: Path, key: str, editions: RunRegistry) -> OpenedRun:
        book = open_reader(place)
        return OpenedRun(
            Site(book, key, comparable=ComparableRuns(place)), lambda: None
        )

    editions = RunRegistry(opened)
    made = PageServer(editions.first(run_folder), editions=editions)
    made.server_close()
    return made


def _page(server: PageServer, path: str) -> Response:
    """Return what a server answers to a request of its own reader."""
    host = f"127.0.0.1:{server.port}"
    return server.answer(host, path, {"key": server.site.key})


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/panda_job/queues.json", "queue_row"),
        ("/panda_job/task/47110182.json", "ladder|verdict"),
    ],
)
def test_pages_are_made_again(server: PageServer, path: str, pattern: str) -> None:
    plain = _page(server, path)
    assert plain.status == 200
    with failing(pattern) as injected:
        assert _page(server, path) == plain
    assert injected.settings == ["default"]
    with failing(pattern, 9):
        broken = _page(server, path)
    assert (broken.status, b"failed internally" in broken.body) == (503, True)
    assert _page(server, path) == plain


@pytest.mark.parametrize("kind", [EngineError, OutOfMemoryError])
def test_a_fault_is_not_taken_for_a_policy_that_is_gone(
    kind: type[Exception], server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise kind("it fails")

    assert site_fields(server.site.reader, "panda_job")
    monkeypatch.setattr("brokersql.web.overview.compile_policy", fail)
    with pytest.raises(kind):
        site_fields(server.site.reader, "panda_job")


def test_a_browser_gets_a_page_of_a_fault(server: PageServer) -> None:
    with failing("", 9) as injected:
        broken = _page(server, "/policy/panda_job/status")
    assert injected.settings == ["default", "safer", "safest"]
    assert (broken.status, broken.kind.split(";")[0]) == (503, "text/html")
    assert b"failed internally" in broken.body


def test_a_run_in_use_is_closed_by_its_last_reader(server: PageServer) -> None:
    editions, closed = server.editions, list[str]()
    assert editions is not None
    key = server.site.key
    with editions.using(key) as site:
        assert site is not None
        editions._opened[key].close = lambda: closed.append("old")  # pyright: ignore[reportPrivateUsage]
        with failing("queue_row"):
            assert _page(server, "/panda_job/queues.json").status == 200
        assert closed == []
        assert editions.find(key) is not site
    assert closed == ["old"]


# -- replays and shells --


def test_a_replay_goes_on(tmp_path: Path) -> None:
    history = of_worlds(tmp_path / "history", [small_world(1, 1), small_world(2, 1)])
    options = Options(verdict="reasons", threads=1)
    replay(history, tmp_path / "plain", "panda_timeout", options)
    with failing("(?i)queue_transfer") as injected:
        replay(history, tmp_path / "again", "panda_timeout", options)
    assert injected.settings == ["default"]
    plain, again = (contents(tmp_path / out) for out in ("plain", "again"))
    assert {name for name in plain if name.endswith("action.parquet")}
    assert again == plain


def test_a_shell_tells_again() -> None:
    source = open_input(str(DEMO))
    telling = ShellExplainer(source, "panda_job", Options(seed=7))
    question = ExplainParser(source).parse("47110182 no-changes", Choices())
    assert question is not None
    plain = str(telling.explain(question)[0])
    with failing("ladder|verdict", 2) as injected:
        assert str(telling.explain(question)[0]) == plain
    assert injected.settings == ["default", "safer"]


# -- a state of the matcher --

WORLD = random_world(3, n_jobs=40, n_pilots=24)
BROKEN = r"(?i)create|insert|select"


def _begun(folder: Path) -> State:
    snapshot = snapshot_of({**WORLD, "dirac_pilot": []})
    return State.create(folder, snapshot, Options(seed=5, threads=1))


def _pilots() -> pa.Table:
    return table("dirac_pilot", WORLD["dirac_pilot"])


#: Pilots that ask at once; what fails then and how often, three times for good.
FAULTS: tuple[tuple[int, type[duckdb.Error] | None, int], ...] = (
    *((1, None, 1), (10, None, 3), (1, duckdb.ConversionException, 1)),
    *((1, None, 3), (8, duckdb.ConversionException, 1), (3, None, 2)),
)


def _answers(folder: Path, *, has_faults: bool) -> list[Row]:
    """Return the answers to single requests and batches, perhaps amid faults."""
    pilots, found = _pilots(), list[Row]()
    state = _begun(folder)
    for n_pilots, fault, n_times in FAULTS:
        asked = pilots.slice(len(found), n_pilots)
        with failing(BROKEN, n_times if has_faults else 0, fault):
            try:
                found += state.match(asked).to_pylist()
                continue
            except (CycleError, EngineError):
                assert fault is not None or n_times > 2
        found += state.match(asked).to_pylist()
    assert state.n_waiting[0] + sum(it["job_id"] is not None for it in found) == 40
    state.close()
    return found


def test_a_state_heals_from_its_ledger(tmp_path: Path) -> None:
    plain = _answers(tmp_path / "plain", has_faults=False)
    assert sum(row["job_id"] is not None for row in plain) > 10
    assert _answers(tmp_path / "faults", has_faults=True) == plain
    verify(tmp_path / "faults")


def test_jobs_come_and_come_back_amid_faults(tmp_path: Path) -> None:
    state, jobs = _begun(tmp_path / "state"), table("dirac_job", WORLD["dirac_job"])
    before = state.n_waiting
    new = jobs.slice(0, 2)
    new = new.set_column(
        new.schema.get_field_index("job_id"), "job_id", pa.array([5001, 5002])
    )
    with failing(BROKEN):
        assert state.add(new) == 0
    assert state.n_waiting[0] == before[0] + 2
    found = state.match(_pilots()).to_pylist()
    given = [row["job_id"] for row in found if row["job_id"] is not None]
    with failing(BROKEN):
        state.requeue(given)
    with failing(BROKEN):
        state.checkpoint()
    assert state.n_waiting[0] == before[0] + 2
    state.close()
    verify(tmp_path / "state")
    with failing(BROKEN):
        again = State.open(tmp_path / "state")
    assert again.n_waiting[0] == before[0] + 2
    again.close()


@pytest.mark.parametrize(
    ("action", "step"),
    [
        *(("requeue", 19), ("add", 19)),
        *(pytest.param(it, 1, marks=pytest.mark.long) for it in ("requeue", "add")),
    ],
)
def test_a_change_amid_a_fault_is_stored_once(
    action: str, step: int, tmp_path: Path
) -> None:
    """A statement out of `step` fails, the last one first."""
    state, numbers = _begun(tmp_path / "state"), count(5001)
    answers = state.match(_pilots()).to_pylist()
    matched = [row["job_id"] for row in answers if row["job_id"] is not None]

    def change() -> None:
        """Put a job back, or add one."""
        if action == "requeue":
            state.requeue(matched[:1])
        else:
            state.add(table("dirac_job", [{**WORLD["dirac_job"][0], "job_id": new}]))

    def changed(n_before: int, error: type[duckdb.Error] | None) -> int:
        """Return how many statements there were; see what was stored and answered."""
        nonlocal new
        new = next(numbers)
        n_records, n_waiting = state.ledger.head.seq, state.n_waiting[0]
        with failing(".", 1, error, n_before=n_before) as injected:
            try:
                change()
                n_more = 1
            except (OutOfMemoryError, CycleError):
                assert error is not None
                n_more = 0
        assert state.ledger.head.seq == n_records + n_more
        assert state.n_waiting[0] == n_waiting + n_more
        if not n_more:
            change()
            assert state.n_waiting[0] == n_waiting + 1
        matched[:1] = []
        return injected.n_found

    new = 0
    n_all = changed(9999, None)
    for k in range(n_all - 1, -1, -step):
        changed(k, None)
    changed(n_all - 1, duckdb.OutOfMemoryException)
    changed(n_all // 2, duckdb.IOException)
    state.close()
    verify(tmp_path / "state")


def test_what_is_answered_stays_so_without_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("brokersql.match.state.FAR", 1)
    pilots = [each for each in WORLD["dirac_pilot"] if "job_id" not in each]
    for error in (None, duckdb.IOException):
        folder = tmp_path / str(error)
        with failing("^from job$", 9, error):
            state = _begun(folder)
        assert "no checkpoint" in caplog.text
        state.checkpoint()
        caplog.clear()
        server = MatchServer(state, parse_address("127.0.0.1:0"))
        server.start()
        client = MatchClient(str(server.address))
        try:
            with failing("^from job$", 9, error) as injected:
                found = client.batch(pilots[:4])
                assert [row["seq"] for row in found] == [1, 2, 3, 4]
                assert client.match(pilots[4])["seq"] == 5
            assert len(injected.settings) == (3 if error is None else 1)
            told = [each for each in caplog.messages if "no checkpoint" in each]
            assert len(told) == 1
            assert state.n_requests == 5
        finally:
            server.stop()
            state.close()
        verify(folder)


def test_the_service_fails_one_batch_and_goes_on(tmp_path: Path) -> None:
    state = _begun(tmp_path / "state")
    pilots = [each for each in WORLD["dirac_pilot"] if "job_id" not in each]
    server = MatchServer(state, parse_address("127.0.0.1:0"))
    server.start()
    try:
        client = MatchClient(str(server.address))
        with failing(BROKEN, 3) as injected:  # refused for now: the client asks again
            assert client.match(pilots[0])["seq"]
        assert injected.settings == ["default", "safer", "safest"]
        for error in (duckdb.ConversionException, duckdb.IOException):
            with failing(BROKEN, 1, error), pytest.raises(ServiceError):
                client.match(pilots[0])
        disk = failing("create schema", 9, duckdb.IOException)
        with failing(BROKEN), disk, pytest.raises(ServiceError, match="IO Error"):
            client.match(pilots[0])
        assert client.match(pilots[1])["seq"]
        assert server.dispatcher.status()["desk"] == "open"
    finally:
        server.stop()
        state.close()
    verify(tmp_path / "state")
