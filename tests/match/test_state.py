"""A state answers like one that never stopped, however pilots and restarts fall."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core import database
from brokersql.core.errors import UsageError
from brokersql.cycle import Options
from brokersql.match import Ledger
from brokersql.match.state import State
from tests.conformance.dirac_scenario import NOW, Row, table
from tests.match.worlds import World, random_world, snapshot_of

REOPEN = -1


def begun(folder: Path, world: World, recalc: str = "every_n") -> State:
    """Return a new state of the jobs of a world."""
    settings = {"recalc": recalc, "recalc_every": "7"}
    options = Options(settings=settings, seed=5, threads=1)
    return State.create(folder, snapshot_of({**world, "dirac_pilot": []}), options)


def pilots_of(world: World) -> pa.Table:
    """Return the pilots of a world in the order in which they ask."""
    return table("dirac_pilot", world["dirac_pilot"])


@pytest.mark.slow
def test_batches_singles_and_restarts_change_nothing(tmp_path: Path) -> None:
    """Here where each new task queue counts; test_restraint has the usual setting."""
    world = random_world(3, n_jobs=30, n_pilots=34)
    played: list[list[Row]] = []
    for steps in ([34], [*[1] * 4, REOPEN, 17, REOPEN, *[1] * 4, 9]):
        state = begun(tmp_path / f"{len(steps)}", world, "on_tq_change")
        pilots, found = pilots_of(world), list[Row]()
        for step in steps:
            if step == REOPEN:
                state.close()
                state = State.open(state.ledger.folder)
            else:
                found += state.match(pilots.slice(len(found), step)).to_pylist()
        state.close()
        played.append(found)
    together, single = played
    assert single == together
    jobs = [row["job_id"] for row in together if row["job_id"] is not None]
    assert len(jobs) == len(set(jobs)) > 15
    assert [row["seq"] for row in together] == list(range(1, 35))


def test_who_takes_the_last_job_of_a_queue_alone_changes_the_shares(
    tmp_path: Path,
) -> None:
    """What is left of prod then has the whole share of prod, as in one batch."""
    common: Row = {"setup": "S", "cpu_time": 100}
    owners = [*(("prod", f"user{n}") for n in range(5))]
    owners += [("prod", "ann"), ("user", "bob")] * 20
    jobs: list[Row] = [
        {**common, "job_id": n, "owner_group": group, "owner": owner}
        for n, (group, owner) in enumerate(owners, start=1)
    ]
    pilot = {"pilot_id": "p", "setup": "S", "cpu_time": 300000}
    world: World = {
        "dirac_group": [
            {"group_name": name, "job_share": 1000.0} for name in ("prod", "user")
        ],
        "dirac_job": jobs,
        "dirac_pilot": [{**pilot, "seq": n} for n in range(1, 31)],
    }
    with begun(tmp_path / "together", world, "on_tq_change") as state:
        expected = state.match(pilots_of(world))["job_id"].to_pylist()
    assert {*expected[:15]} & {1, 2, 3, 4, 5}
    with begun(tmp_path / "single", world, "on_tq_change") as state:
        each = [state.match(pilots_of(world).slice(n, 1)) for n in range(30)]
    assert [answer["job_id"].to_pylist()[0] for answer in each] == expected


def test_a_state_ends_in_silence_after_single_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, complaints = random_world(3), list[object]()
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    with begun(tmp_path / "state", world) as state:
        pilots = pilots_of(world)
        found = [state.match(pilots.slice(at, 1)) for at in range(4)]
        assert any(each["job_id"].to_pylist() != [None] for each in found)
        assert state.database.plans_quickly
    del state
    gc.collect()
    assert complaints == []


def test_a_state_of_many_rows_is_planned_in_full_when_it_opens_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = random_world(3, n_jobs=30, n_pilots=1)
    monkeypatch.setattr(database, "FEW_ROWS", 20)
    with begun(tmp_path / "state", world) as state:
        assert not state.database.plans_quickly
    with State.open(tmp_path / "state") as state:
        assert not state.database.plans_quickly


def test_jobs_that_come_later_and_a_state_rebuilt_from_its_first_record_are_the_same(
    tmp_path: Path,
) -> None:
    """As a state that had all jobs at first, and went on from its checkpoint."""
    world = random_world(4, n_jobs=40, n_pilots=45)
    jobs, pilots = world["dirac_job"], pilots_of(world)
    asked = (pilots.slice(0, 1), pilots.slice(1, 1), pilots.slice(2, 20))
    query = "select job_id, tq_id from job"
    with begun(tmp_path / "whole", world) as whole:
        queues = whole.database.table(query).to_pylist()
        expected = [whole.match(rows).to_pylist() for rows in asked]
        given = [row["job_id"] for rows in expected for row in rows if row["job_id"]]
        assert whole.n_waiting[0] == 40 - len(given)
        whole.checkpoint()
        later = whole.match(pilots.slice(22)).to_pylist()
    with begun(tmp_path / "parts", {**world, "dirac_job": jobs[:15]}) as parts:
        for rows in (jobs[15:16], jobs[16:]):
            assert parts.add(table("dirac_job", rows)) == 0
        kept = parts.database.table(query).to_pylist()
        assert sorted(kept, key=str) == sorted(queues, key=str)
        assert [parts.match(rows).to_pylist() for rows in asked] == expected
    with State(Ledger.open(tmp_path / "parts"), whole=True) as state:
        state.checkpoint()
    with State.open(tmp_path / "parts") as state:
        assert state.database.plans_quickly
        assert state.match(pilots.slice(22)).to_pylist() == later


def test_jobs_come_back_and_are_given_again(tmp_path: Path) -> None:
    world = random_world(5, n_jobs=12, n_pilots=0)
    pilot = {"pilot_id": "p", "setup": "S", "cpu_time": 300000}
    everything = table("dirac_pilot", [pilot] * 14)
    state = begun(tmp_path / "state", world)
    answers = state.match(everything)["job_id"].to_pylist()
    given = [job for job in answers if job is not None]
    assert sorted(given) == [row["job_id"] for row in world["dirac_job"]]
    state.requeue([given[3], given[0]])
    state.close()
    with State.open(tmp_path / "state") as again:
        assert set(again.match(everything)["job_id"].to_pylist()) == {
            *(given[3], given[0], None)
        }
        with pytest.raises(UsageError, match="not matched"):
            again.requeue([999])
        with pytest.raises(UsageError, match="are matched"):
            again.add(table("dirac_job", world["dirac_job"][:2]))


def test_empty_task_queues_are_forgotten_when_jobs_come(tmp_path: Path) -> None:
    """Until then who gets nothing came too late, whenever priorities are new."""
    world = random_world(5, n_jobs=3, n_pilots=0)
    pilot = {"pilot_id": "p", "setup": "S", "cpu_time": 300000}
    with begun(tmp_path / "state", world) as state:
        told = state.match(table("dirac_pilot", [pilot] * 8))["criterion"].to_pylist()
        assert told == [*[None] * 3, *["-outdrawn"] * 5]
        other = {**world["dirac_job"][0], "job_id": 99, "setup": "other"}
        state.add(table("dirac_job", [other]))
        told = state.match(table("dirac_pilot", [pilot] * 2))["criterion"].to_pylist()
        assert told == ["-no_eligible_queue"] * 2


def test_task_queues_that_are_full_send_jobs_on_as_if_all_had_come_at_once(
    tmp_path: Path,
) -> None:
    rows: list[Row] = [
        {"job_id": n, "owner": "a", "owner_group": "g", "setup": "S", "cpu_time": 9}
        for n in range(1, 12)
    ]
    pilot = {"pilot_id": "p", "setup": "S", "cpu_time": 500, "job_id": 2}
    options = Options(profile="modern", settings={"tq_max_jobs": "3"}, seed=5)
    held: dict[str, list[object]] = {}
    for name, parts in {"whole": [11], "parts": [2, 5, 1, 3]}.items():
        start, *steps = parts
        world: World = {"dirac_job": rows[:start], "dirac_pilot": []}
        state = State.create(tmp_path / name, snapshot_of(world), options)
        for step in steps:
            came = state.n_waiting[0]
            assert state.add(table("dirac_job", rows[came : came + step])) == 0
        state.close()
        with State.open(tmp_path / name) as state:
            query = (
                "select tq_id, list(job_id order by job_id) as jobs from waiting_job"
            )
            kept = state.database.table(f"{query} group by tq_id order by tq_id")
            held[name] = list(kept["jobs"].to_pylist())
            # the task queue that has lost a job has the fewest
            assert state.match(table("dirac_pilot", [pilot]))["tq_id"][0].as_py() == 1
            more = [{**rows[0], "job_id": 20 + n} for n in range(3)]
            state.add(table("dirac_job", more))
            kept = state.database.rows(
                "select job_id, tq_id from job where job_id > 19"
            )
            assert kept == [(20, 1), (21, 4), (22, 5)]
    wholes = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11]]
    assert held == dict.fromkeys(held, wholes)


@pytest.mark.parametrize("steps", ([6], [1] * 6))
def test_who_asks_for_one_job_obeys_no_limit_and_no_delay(
    tmp_path: Path, steps: list[int]
) -> None:
    """Requests alike but for the job that they ask for, at once and one by one."""
    site: Row = {"site": "A", "attribute": "Owner"}
    job: Row = {"cpu_time": 100, "owner_group": "user"}
    pilot: Row = {"cpu_time": 300000, "site": ["A"], "arrival_time": NOW}
    asked = {
        **{(4, "bob"): (4, None), (None, "bob"): (None, "-delay")},
        **{(5, "bob"): (5, None), (1, "ann"): (1, None)},
        **{(None, "ann"): (None, "-limit"), (2, "ann"): (2, None)},
    }
    world: World = {
        "dirac_job": [
            {**job, "job_id": n, "owner": "ann" if n < 4 else "bob"}
            for n in range(1, 7)
        ],
        "dirac_running_limit": [{**site, "value": "ann", "max_jobs": 1}],
        "dirac_matching_delay": [{**site, "value": "bob", "delay_s": 100.0}],
        "dirac_pilot": [
            {**pilot, "seq": n, "job_id": job_id, "owner": owner}
            for n, (job_id, owner) in enumerate(asked, start=1)
        ],
    }
    options = Options(profile="modern", seed=5, threads=1)
    jobs, pilots = snapshot_of({**world, "dirac_pilot": []}), pilots_of(world)
    with State.create(tmp_path / "state", jobs, options) as state:
        found = list[Row]()
        for step in steps:
            found += state.match(pilots.slice(len(found), step)).to_pylist()
    told = [(row["job_id"], row["criterion"]) for row in found]
    assert told == list(asked.values())


def test_a_job_that_comes_joins_a_task_queue_that_has_jobs(tmp_path: Path) -> None:
    """Two may be in one. Where all are empty the first of them is filled."""
    jobs: list[Row] = [
        {"job_id": n, "cpu_time": 100, "owner": "ann", "owner_group": "user"}
        for n in range(1, 8)
    ]
    options = Options(profile="modern", settings={"tq_max_jobs": "2"}, seed=5)
    with State.create(
        tmp_path / "state", snapshot_of({"dirac_job": jobs[:3]}), options
    ) as state:

        def take(*job_ids: int) -> None:
            rows = [{"cpu_time": 100000, "job_id": each} for each in job_ids]
            found = state.match(table("dirac_pilot", rows))
            assert found["job_id"].to_pylist() == list(job_ids)

        def came(*job_ids: int) -> dict[int, int]:
            state.add(table("dirac_job", [jobs[each - 1] for each in job_ids]))
            waiting = state.database.table("from waiting_job").to_pylist()
            return {row["job_id"]: row["tq_id"] for row in waiting}

        take(1, 3)
        assert came(4) == {2: 1, 4: 1}
        take(2, 4)
        assert came(5, 6) == {5: 1, 6: 1}
        assert came(7) == {5: 1, 6: 1, 7: 3}
