"""Limits and delays of sites in the stories of pilots."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.explain.pilot import explain_pilot
from brokersql.match.state import State
from brokersql.match.status import waiting_jobs
from tests.conformance.dirac_scenario import NOW, table
from tests.explain.deciding import Decided
from tests.match.test_restraint import CHECKS, restrained_world
from tests.match.worlds import World, decide, snapshot_of

JOB = {"owner_group": "user", "setup": "S", "cpu_time": 400}
#: Who came when, in seconds; ann's jobs wait 10 s for each other at site A.
PILOTS = {1: 0.0, 2: 4.0, 3: 9.999, 4: 10.0}
HEAD = "✗ eligible but limited: 1 task queue fits, until "


def tiny(owners: Mapping[int, str], **rows: list[dict[str, object]]) -> World:
    return {
        "dirac_group": [{"group_name": "user", "job_share": 1000.0}],
        "dirac_job": [{"job_id": n, "owner": it, **JOB} for n, it in owners.items()],
        "dirac_pilot": [
            {
                "seq": seq,
                "pilot_id": f"p{seq}",
                "setup": "S",
                "cpu_time": 5000,
                "site": ["A"],
                "arrival_time": NOW + timedelta(seconds=came),
            }
            for seq, came in PILOTS.items()
        ],
        **rows,
    }


def delay(**more: object) -> dict[str, object]:
    rule = {"site": "A", "attribute": "Owner", "value": "ann", "delay_s": 10.0}
    return {**rule, **more}


def limit(site: str, most: int) -> dict[str, object]:
    return {"site": site, "attribute": "Owner", "value": "ann", "max_jobs": most}


@pytest.fixture(scope="module")
def cycle() -> FinishedCycle:
    world = restrained_world(5, n_jobs=70, n_pilots=40)
    return decide(world, "page", recalc="per_cycle", seed="9", **CHECKS)


def test_pilots_are_told_what_held_them_back(cycle: FinishedCycle) -> None:
    """Of each that got nothing for a limit or a delay, one that is there is told.

    Of the others every third one is asked about.
    """
    held, decided = 0, Decided(cycle)
    for got in cycle.table("match").to_pylist():
        if got["criterion"] not in ("-limit", "-delay") and got["seq"] % 3:
            continue
        story = explain_pilot(cycle, str(got["seq"]))
        decided.check(story)
        told = {row["criterion"] for row in story.limits}
        is_limited = "✗ eligible but limited" in str(story)
        if got["criterion"] in ("-limit", "-delay"):
            assert is_limited
            assert got["criterion"] in told
            held += 1
        assert not is_limited or (told and got["criterion"] is not None)
        assert got["tq_id"] in (None, *(row["tq_id"] for row in story.draws))
    assert held == 14


def test_a_delay_below_at_and_above_its_end() -> None:
    """The one who came at the end got a job, and those before are told when it is."""
    world = tiny(dict.fromkeys(range(1, 9), "ann"), dirac_matching_delay=[delay()])
    cycle = decide(world, "page", **CHECKS)
    lines = {seq: str(explain_pilot(cycle, f"p{seq}")).splitlines() for seq in PILOTS}
    assert lines[1][2].startswith("In its turn it got job ")
    assert lines[2][1] == f"{HEAD}12:00Z (in 6 s) none is free"
    assert lines[3][1] == f"{HEAD}12:00Z (in 1 s) none is free"
    assert lines[4][2].startswith("In its turn it got job ")
    (row,) = [each for each in lines[2] if each.startswith("A ")]
    assert " ".join(row.split()) == (
        "A -delay Owner ann 1 job in 10 s 12:00Z (in 6 s) 1 8"
    )
    # as if it came alone nothing was taken, and nothing held back
    alone = str(explain_pilot(cycle, "p2", is_drawn=False))
    assert "✓ 1 task queue to draw from" in alone
    assert "-delay" not in alone


def test_a_delay_that_lasts_when_the_cycle_begins() -> None:
    """A snapshot may say how many matches a delay has left, and since when."""
    owners = {1: "ann", 2: "bob"}
    since = NOW - timedelta(seconds=5)
    rule = delay(burst=2, n_left=0.5, since=since)
    cycle = decide(tiny(owners, dirac_matching_delay=[rule]), "page", **CHECKS)
    story = explain_pilot(cycle, "p1", is_drawn=False)
    assert len(story.draws) == 2, "half a match more came in 5 s of 10"
    rule = delay(burst=2, n_left=0.25, since=since)
    cycle = decide(tiny(owners, dirac_matching_delay=[rule]), "page", **CHECKS)
    story = explain_pilot(cycle, "p1", is_drawn=False)
    assert [each["chance"] for each in story.draws] == [1.0]
    assert "2 at once, then 1 job in 10 s" in str(story)
    assert "12:00Z (in 3 s)" in str(story)
    got = {row["seq"]: row["job_id"] for row in cycle.table("match").to_pylist()}
    assert (got[1], got[2]) == (2, 1)


def test_a_limit_below_at_and_above() -> None:
    most = {"A": 0, "B": 1, "C": 2, "D": 3}
    world = tiny(
        dict.fromkeys(range(1, 9), "ann"),
        dirac_running_limit=[limit(site, n_jobs) for site, n_jobs in most.items()],
        dirac_running_job=[
            {"job_id": 50 + n, "site": site, "status": "Running", "owner": "ann"}
            for n, site in enumerate(most)
        ],
    )
    world["dirac_pilot"][:] = [
        {**pilot, "seq": 4 * n + k, "pilot_id": f"{site}{k}", "site": [site]}
        for n, site in enumerate(most)
        for k, pilot in enumerate(world["dirac_pilot"], start=1)
    ]
    cycle = decide(world, "page", **CHECKS)
    got = cycle.table("match").to_pylist()
    at = [row["pilot_id"][0] for row in got if row["job_id"] is not None]
    assert [at.count(site) for site in most] == [0, 0, 1, 2]
    for site, n_jobs in most.items():
        last = str(explain_pilot(cycle, f"{site}4"))
        until = "one of them ends" if n_jobs else "the limit is raised"
        assert f"{HEAD}{until} none is free" in last
        assert f"{max(n_jobs, 1)} of {n_jobs} jobs run" in last


def test_a_state_tells_of_what_it_gave(tmp_path: Path) -> None:
    """The delay that a match began is told of the next pilot that asks."""
    world = tiny({1: "ann", 2: "ann"}, dirac_matching_delay=[delay()])
    pilots: pa.Table = table("dirac_pilot", world["dirac_pilot"])
    jobs = snapshot_of({**world, "dirac_pilot": []})
    options = Options(profile="page", settings=CHECKS, seed=5, threads=1)
    with State.create(tmp_path / "state", jobs, options) as state:
        assert state.match(pilots.slice(0, 1))["job_id"].to_pylist() != [None]
    for place, told in ((2, f"{HEAD}12:00Z (in 1 s) none is free"), (3, "✓ 1 task")):
        found = waiting_jobs(tmp_path / "state", pilots.slice(place, 1))
        cycle = run_cycle(found.snapshot, "dirac", found.options)
        (seq,) = found.asking
        story = explain_pilot(cycle, str(seq), is_drawn=False)
        assert str(story).splitlines()[1].startswith(told)
        assert "In its turn" not in str(story)
