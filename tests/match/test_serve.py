"""`match STATE serve` and `rebuild` over the real matcher, as a user calls them."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from brokersql.cycle import Options
from brokersql.match import LedgerView
from brokersql.match.address import SOCKET
from brokersql.match.audit import audit_jobs
from brokersql.match.client import MatchClient
from brokersql.match.dispatcher import answered_requests
from brokersql.match.state import State
from tests.cli.calling import ROOT, begun, call
from tests.conformance.dirac_scenario import Row, table
from tests.match.history import History
from tests.match.serving import ask_many, until
from tests.match.worlds import random_world, snapshot_of

PILOT = {"setup": "S", "cpu_time": 300_000, "site": "A"}
#: So many jobs of Ann may run at site A; far more wait.
MOST = 20
LIMIT: Row = {"site": "A", "attribute": "Owner", "value": "ann", "max_jobs": MOST}
WORLD = {**random_world(3, n_jobs=500), "dirac_running_limit": [LIMIT]}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served") / "state"
    options = Options(settings={"check_job_limits": "true"})
    State.create(folder, snapshot_of(WORLD), options).close()
    return folder


@pytest.fixture
def service(state: Path) -> Iterator[subprocess.Popen[str]]:
    with begun("match", state, "serve", text=True) as process:
        until(lambda: (state / SOCKET).exists() or process.poll() is not None)
        yield process
        process.kill()


def test_50_clients_at_once_get_the_jobs_of_a_real_state(
    state: Path, service: subprocess.Popen[str]
) -> None:
    history = History()
    ask_many(state, history, 50, 5, pilot=PILOT)
    held = call("match", state, "serve")
    assert (held.code, "held by pid" in held.err) == (6, True)
    with MatchClient(state) as client:
        told = client.status()
        assert (told["n_pilots"], told["n_requests"]) == (250, 250)
        waits = call("match", state, "status", "--format", "json").json["n_jobs"]
        n_matched = int(str(told["n_matched"]))
        assert told["n_jobs"] == waits == len(WORLD["dirac_job"]) - n_matched
        page = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
        assert [key for key in told if f"`{key}`" not in page] == []
        first = client.match({**PILOT, "pilot_id": "again"}, key="one")
        assert client.match({**PILOT, "pilot_id": "again"}, key="one") == first
    history.ok(history.invoke("again"), first["job_id"])
    service.send_signal(signal.SIGTERM)
    said = service.communicate()[1]
    assert service.returncode == 0
    assert "everything acknowledged is stored" in said
    records = list(LedgerView.open(state).checked())
    kept = {each.key: each.rows for each in answered_requests(records)}
    assert (len(kept), kept["one"]) == (251, [first])
    assert {each.outcome for each in history.operations} == {"ok"}
    assert history.faults(records) == []
    assert audit_jobs(records).n_matched > 100
    owners = {job["job_id"]: job["owner"] for job in WORLD["dirac_job"]}
    given = [owners[each.job_id] for each in history.operations if each.job_id]
    assert given.count("ann") == MOST < given.count("bob")


def test_matches_shorten_the_way_in_by_themselves(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = [shutil.copytree(state, tmp_path / name) for name in ("far", "near")]
    for folder, far in zip(copies, (1000, 4), strict=True):
        monkeypatch.setattr("brokersql.match.state.FAR", far)
        with State.open(folder) as opened:
            for _ in range(6):
                opened.match(table("dirac_pilot", [PILOT]))
    far, near = (LedgerView.open(folder) for folder in copies)
    assert far.checkpoint is not None and near.checkpoint is not None
    assert far.head.seq == near.head.seq < near.checkpoint.seq + 4
    assert near.checkpoint.seq > far.checkpoint.seq
    assert next_answer(copies[0]) == next_answer(copies[1])


def next_answer(state: Path) -> Row:
    """Return what a state that was closed answers next."""
    with State.open(state) as opened:
        return opened.match(table("dirac_pilot", [PILOT])).to_pylist()[0]


def test_what_repeats_the_ledger_is_made_again(state: Path, tmp_path: Path) -> None:
    expected = next_answer(shutil.copytree(state, tmp_path / "copy"))
    for name in ("MANIFEST", "HEAD", "checkpoint"):
        for path in state.glob("checkpoints/*") if name[0] == "c" else [state / name]:
            path.write_bytes(path.read_bytes()[:40])
        damaged = call("match", state, "verify")
        assert (damaged.code, "match STATE rebuild" in damaged.err) == (6, True)
        rebuilt = call("match", state, "rebuild")
        assert (rebuilt.code, rebuilt.out[:7]) == (0, "sound: "), rebuilt.err
        assert (f"{name} made again" in rebuilt.err) == (name[0] != "c")
        assert call("match", state, "verify").out == rebuilt.out
    assert next_answer(state) == expected
