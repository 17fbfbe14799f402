"""A ledger stays sound whatever is asked, and an older unsound one can be repaired."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.errors import CycleError, StateError, UsageError
from brokersql.cycle import Options
from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.audit import JobAudit, JobCounts, RecordSteps, job_ids
from brokersql.match.integrity import verify
from brokersql.match.server import MatchServer
from brokersql.match.state import State
from brokersql.match.store.record import Json
from tests.cli.calling import call
from tests.conformance.dirac_scenario import Row, table
from tests.match.serving import served
from tests.match.test_service import post
from tests.match.tiny import jobs
from tests.match.worlds import random_world, snapshot_of

SEED = int(os.environ.get("BROKERSQL_AUDIT_SEED", "1"))
PILOT: Row = {"setup": "S", "cpu_time": 300_000}
JOB: Row = {"owner": "ann", "owner_group": "user", "setup": "S", "cpu_time": 100}


def begun(folder: Path, n_jobs: int = 6) -> State:
    """Return a state in which jobs 1, 4, 7 … wait."""
    world = random_world(3, n_jobs=n_jobs, n_pilots=0)
    return State.create(folder, snapshot_of(world), Options(seed=5, threads=1))


#: Requests that are wrong, and what is said of them; all jobs up to 16 are given.
WRONG: list[tuple[str, object, str]] = [
    ("/requeue", [1, 1], "job_id 1 stands in two rows, 1 and 2"),
    ("/requeue", [4, 1, 7, 1], "job_id 1 stands in two rows, 2 and 4"),
    ("/requeue", [1, None], "row 2: job_id is missing"),
    ("/requeue", [2, 1], "1 of the jobs is not matched, such as 2"),
    ("/jobs", [{**JOB, "job_id": 77}] * 2, "job_id 77 stands in two rows, 1 and 2"),
    (
        "/jobs",
        [{**JOB, "job_id": 77}, {"job_id": 78}, {"job_id": 77, "cpu_time": 9}],
        "job_id 77 stands in two rows, 1 and 3",
    ),
    ("/jobs", [{**JOB, "job_id": 77}, JOB], "row 2: job_id is missing"),
    ("/jobs", [{**JOB, "job_id": None}], "job_id is missing"),
    (
        "/jobs",
        [{**JOB, "job_id": 77}, {**JOB, "job_id": 78, "cpu_time": -5}],
        "row 2 (78): cpu_time breaks its range cpu_time between 0 and 1e12 (-5)",
    ),
    ("/jobs", [{**JOB, "job_id": 1}], "1 of the jobs is matched, such as 1"),
    ("/batch", [{"seq": 3}, {}, {"seq": 3}], "seq 3 stands in two rows, 1 and 3"),
    ("/match", b'{"setup": "S", "setup": "T"}', "'setup' stands in an object twice"),
    ("/jobs", b'[{"job_id": 7, "job_id": 8}]', "'job_id' stands in an object twice"),
]


def test_what_one_request_names_twice_or_not_is_refused_with_its_row(
    tmp_path: Path,
) -> None:
    with begun(tmp_path / "state") as state, served(state) as server:
        assert post(server, "/batch", [PILOT] * 6)[0] == 200
        before = verify(tmp_path / "state")
        for path, body, message in WRONG:
            status, answer = post(server, path, body)
            told = (status, message in str(answer["message"]))
            assert told == (400, True), (path, body, answer)
        assert verify(tmp_path / "state") == before
        assert post(server, "/requeue", [1]) == (200, {"n_requeued": 1})
        for n_times in (1, 2):  # in two requests it is one job that comes again
            sent = [{**JOB, "job_id": 99}, {"job_id": 98}]
            added = {"n_jobs": 2, "n_refused": 1}
            assert post(server, "/jobs", sent) == (200, added), n_times
        rows = post(server, "/batch", [PILOT] * 4)[1]["matches"]
        assert isinstance(rows, list)
        assert {row["job_id"] for row in rows} == {1, 99, None}
        assert verify(tmp_path / "state").jobs == JobCounts(8, 0, 7, 1, 8, 1)


class Asking:
    """Random requests, good and bad, of jobs that came and of some that did not."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.known, self.matched = [1, 4, 7, 10], list[int]()

    def ask(self, server: MatchServer) -> int:
        """Send one request and return the status of its answer."""
        kinds = ["match"] * 3 + ["batch", "jobs", "jobs"] + ["requeue"] * 3
        match self.dice.choice(kinds):
            case "match":
                path, body = "/match", self._pilot()
            case "batch":
                path, body = "/batch", [self._pilot() for _ in range(self._few())]
            case "jobs":
                path, body = (
                    "/jobs",
                    [self._job(it) for it in self._numbers(self.known)],
                )
            case _:
                path, body = "/requeue", self._numbers(self.matched or self.known)
        status, answer = post(server, path, body)
        assert status in (200, 400), (path, body, answer)
        rows = answer.get("matches", [answer])
        assert isinstance(rows, list)
        self.matched += [row["job_id"] for row in rows if row.get("job_id")]
        return status

    def _few(self) -> int:
        return self.dice.randint(0, 4)

    def _numbers(self, near: list[int]) -> list[object]:
        new = [max(self.known) + 1 + n for n in range(self.dice.randint(0, 2))]
        self.known += new
        found: list[object] = [
            self.dice.choice([*near, *new]) for _ in range(self._few())
        ]
        if self.dice.random() < 0.1:
            found.append(self.dice.choice([None, "x", 0, -(2**63), 2**63]))
        return found

    def _pilot(self) -> Row:
        odd: list[Row] = [{"job_id": self.dice.choice(self.known)}]
        odd.append({"seq": self.dice.randint(1, 3)})
        more = self.dice.choice(odd) if self.dice.random() < 0.3 else {}
        return {**PILOT, "cpu_time": self.dice.choice([50, 5000, 300_000]), **more}

    def _job(self, job_id: object) -> Row:
        odd: list[Row] = [{"cpu_time": None}, {"cpu_time": -1}, {"setup": "other"}]
        more = self.dice.choice(odd) if self.dice.random() < 0.2 else {}
        return {**JOB, "job_id": job_id, "owner": self.dice.choice("ab"), **more}


@pytest.mark.parametrize(
    ("seed", "n_turns"),
    [
        (SEED, 3),
        *(pytest.param(SEED + n, 20, marks=pytest.mark.long) for n in range(1, 20)),
    ],
)
def test_no_sequence_of_requests_makes_a_ledger_that_verify_refuses(
    tmp_path: Path, seed: int, n_turns: int
) -> None:
    print(f"BROKERSQL_AUDIT_SEED={seed}")
    asking, statuses = Asking(seed), list[int]()
    begun(tmp_path / "state").close()
    for turn in range(n_turns):  # each goes on from a checkpoint, or from records
        with State.open(tmp_path / "state") as state:
            with served(state) as server:
                statuses += [asking.ask(server) for _ in range(25)]
            found = verify(tmp_path / "state").jobs
            assert state.n_waiting[0] == found.n_waiting
            if turn % 2:
                state.checkpoint()
    assert min(map(statuses.count, (200, 400))) > len(statuses) / 6
    assert found.n_requeues > 3
    with State(Ledger.open(tmp_path / "state"), whole=True) as state:
        assert state.n_waiting[0] == found.n_waiting


def test_a_record_that_would_be_unsound_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilots = table("dirac_pilot", [PILOT] * 2)
    with begun(tmp_path / "state") as state:
        first = state.match(pilots.slice(1))["job_id"][0].as_py()
        *_, stored = state.ledger.view.records()
        before = state.ledger.head
        for name, asking in {"_alone": pilots.slice(1), "_together": pilots}.items():
            with monkeypatch.context() as wrong:
                wrong.setattr(state, name, lambda *_: stored.table("match"))
                with pytest.raises(
                    CycleError, match=f"match of job {first} after match"
                ):
                    state.match(asking)
            assert state.ledger.head == before
        with pytest.raises(UsageError, match="stands in two rows, 1 and 2"):
            state.requeue([first, first])
        assert state.ledger.head == before
        assert first not in state.match(pilots)["job_id"].to_pylist()
    assert verify(tmp_path / "state").jobs.n_matches == 3


def older(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Store what comes without looking at it, as versions before the audit did."""

    def unsound(audit: JobAudit, seq: int, record: Record) -> RecordSteps:
        return audit.steps(seq, record.tables)

    monkeypatch.setattr("brokersql.match.state.refuse_repeated", lambda *_: None)
    monkeypatch.setattr("brokersql.match.state.checked_jobs", lambda jobs: jobs)
    monkeypatch.setattr(State, "_refuse_unsound", lambda *_: None)
    monkeypatch.setattr("brokersql.match.state._sound_steps", unsound)
    monkeypatch.setattr("brokersql.match.replay._unrepeated", lambda jobs: jobs)
    monkeypatch.setattr("brokersql.match.state.made_by", lambda _: "0.0.9")
    return monkeypatch


def made_by_an_older_version(folder: Path, *, is_kept: bool) -> None:
    """Make a state that put a job back twice, and took one twice and gave it often."""
    with begun(folder) as state:
        given = job_ids(state.match(table("dirac_pilot", [PILOT] * 4)))
        state.requeue([given[0], given[1], given[0]])
        twice = [{**JOB, "job_id": 77}, {**JOB, "job_id": 77, "cpu_time": 40_000}]
        state.add(table("dirac_job", [*twice, {**JOB, "job_id": 78}]))
        if is_kept:
            state.checkpoint()
        state.match(table("dirac_pilot", [PILOT] * 3))


@pytest.mark.parametrize("is_kept", [False, True], ids=["records", "checkpoint"])
def test_a_ledger_that_an_older_version_made_unsound_is_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    state = tmp_path / "state"
    with monkeypatch.context() as patched:
        older(patched)
        made_by_an_older_version(state, is_kept=is_kept)
    found = call("match", state, "verify")
    assert found.code == 6
    assert (
        "record 3 has requeue of job" in found.err
        and "STATE rebuild --repair" in found.err
    )
    assert call("match", state, "rebuild").code == 6
    records = list(LedgerView.open(state).checked())

    repaired = call("match", state, "rebuild", "--repair")
    assert repaired.code == 0, repaired.err
    assert "record 3 has requeue of job" in repaired.err
    assert "it does not count" in repaired.err
    assert repaired.out.startswith("sound: ")
    after = list(LedgerView.open(state).checked())
    assert [each.record for each in after[:-1]] == [each.record for each in records]
    assert call("match", state, "verify").out == repaired.out
    again = call("match", state, "rebuild", "--repair")
    assert (again.code, again.err) == (0, "")
    assert list(LedgerView.open(state).checked()) == after
    # what waits is given once
    counts = verify(state).jobs
    with State.open(state) as opened:
        assert opened.n_waiting[0] == counts.n_waiting
        rows = opened.match(table("dirac_pilot", [PILOT] * 20))["job_id"].to_pylist()
    given = [each for each in rows if each is not None]
    assert len(given) == len(set(given)) == counts.n_waiting
    assert verify(state).jobs.n_waiting == 0


def test_an_older_state_that_is_served_on_gives_no_job_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that came twice has two places in an older checkpoint."""
    with monkeypatch.context() as patched:
        older(patched)
        with begun(tmp_path / "state") as state:
            twice = [{**JOB, "job_id": 77}, {**JOB, "job_id": 77, "cpu_time": 4000}]
            state.add(table("dirac_job", twice))
            state.checkpoint()
    with State.open(tmp_path / "state") as state:
        rows = state.match(table("dirac_pilot", [PILOT] * 20))["job_id"].to_pylist()
    given = [each for each in rows if each is not None]
    assert len(given) == len(set(given)) == 7
    assert verify(tmp_path / "state").jobs.n_matched == 7


def test_a_step_that_is_waived_is_unsound_no_more_and_others_stay(
    tmp_path: Path,
) -> None:
    with begun(tmp_path / "state") as state:
        job_id = state.match(table("dirac_pilot", [PILOT]))["job_id"][0].as_py()
        note: dict[str, Json] = {"recalculated": 2}
        for _ in range(3):
            state.ledger.append(Record("requeue", note, {"requeue": jobs([job_id])}))
    with pytest.raises(StateError, match="record 4 has requeue"):
        verify(tmp_path / "state")
    with State.open(tmp_path / "state") as state:
        waived = jobs([job_id]).append_column("seq", pa.array([4]))
        waived = waived.append_column("step", pa.array(["requeue"]))
        state.ledger.append(Record("repair", note, {"unsound_step": waived}))
    with pytest.raises(StateError, match="record 5 has requeue"):
        verify(tmp_path / "state")
