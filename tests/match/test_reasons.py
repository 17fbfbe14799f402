"""Why a pilot gets no job is the same however it asks: run, one, batch or service.

A state is asked by single pilots and then by batches, a service the other way round.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.cycle import Options
from brokersql.match.address import Address
from brokersql.match.client import MatchClient
from brokersql.match.state import State
from tests.conformance.dirac_scenario import NOW, Row, table
from tests.match.serving import served
from tests.match.worlds import World, decide, snapshot_of

FOREVER = 1e9
JOB: Row = {"owner": "ann", "owner_group": "user", "setup": "S", "cpu_time": 300}
PILOT: Row = {"setup": "S", "cpu_time": 500}
#: Profile -> jobs and rules of its sites.
RULES: dict[str, World] = {
    "page": {
        "dirac_job": [
            {**JOB, "job_id": 1, "sites": ["A"]},
            {**JOB, "job_id": 2, "sites": ["B"]},
        ],
        "dirac_site_mask": [{"site": "M", "status": "Banned"}],
    },
    "modern": {
        "dirac_job": [
            {**JOB, "job_id": n, "job_types": [kind], "sites": [site]}
            for n, (kind, site) in enumerate(["LL", "LL", "DD", "DD"], 1)
        ],
        "dirac_running_limit": [
            {"site": "L", "attribute": "JobType", "value": "L", "max_jobs": 1}
        ],
        "dirac_matching_delay": [
            {"site": "D", "attribute": "JobType", "value": "D", "delay_s": FOREVER}
        ],
    },
}
#: Profile -> what pilots send, in turn, and what each is told; each asks twice.
ASKED: dict[str, list[tuple[Row, str | None, str | None]]] = {
    "page": [
        ({"cpu_time": None, "site": ["A"]}, "-no_cpu_time", "-no_cpu_time"),
        ({"setup": None, "site": ["A"]}, "-no_setup", "-no_setup"),
        ({"site": ["M"]}, "-masked_site", "-masked_site"),
        ({"setup": "T"}, "-no_eligible_queue", "-no_eligible_queue"),
        ({"site": ["A"], "job_id": 2}, "-job_id", "-job_id"),
        ({"site": ["A"]}, None, "-outdrawn"),
        ({"site": ["B"], "job_id": 2}, None, "-job_id"),
    ],
    "modern": [
        ({"required_tag": ["G"]}, "-wrong_conditions", "-wrong_conditions"),
        ({"cpu_time": None}, "-no_cpu_time", "-no_cpu_time"),
        ({"site": ["L"]}, None, "-limit"),
        ({"site": ["D"]}, None, "-delay"),
        ({"site": ["X"]}, "-no_eligible_queue", "-no_eligible_queue"),
    ],
}


def pilots_of(profile: str) -> list[Row]:
    """Return the requests, all of them once and then again."""
    sent = [each for each, *_ in ASKED[profile]]
    return [
        {**PILOT, **each, "seq": seq, "arrival_time": NOW + timedelta(seconds=seq)}
        for seq, each in enumerate([*sent, *sent], start=1)
    ]


def reasons_of(profile: str) -> list[str | None]:
    """Return what pilots are told, the first time and the second."""
    firsts = [first for _, first, _ in ASKED[profile]]
    return [*firsts, *(second for *_, second in ASKED[profile])]


def begun(folder: Path, profile: str, recalc: str) -> State:
    """Return a new state of the jobs of a profile."""
    settings = {"recalc": recalc, "recalc_every": "3"}
    options = Options(profile=profile, settings=settings, threads=1)
    return State.create(folder, snapshot_of(RULES[profile]), options)


def told(found: pa.Table) -> list[str | None]:
    """Return the reasons of answers."""
    return found["criterion"].to_pylist()


@pytest.mark.parametrize(
    ("profile", "recalc"),
    [("page", "per_cycle"), ("page", "every_n"), ("page", "each_match")],
)
def test_a_batch_is_told_the_reasons_of_a_cycle(
    profile: str, recalc: str, tmp_path: Path
) -> None:
    pilots, expected = pilots_of(profile), reasons_of(profile)
    world = {**RULES[profile], "dirac_pilot": pilots}
    cycle = decide(world, profile, recalc=recalc, recalc_every="3")
    assert told(cycle.table("match")) == expected
    with begun(tmp_path / "state", profile, recalc) as state:
        assert told(state.match(table("dirac_pilot", pilots))) == expected


@pytest.mark.parametrize("profile", ASKED)
def test_a_state_tells_the_reasons_of_a_cycle_alone_and_when_it_opens_again(
    profile: str, tmp_path: Path
) -> None:
    """First pilots ask alone; it is led out of what happened, then it was kept."""
    pilots, folder = pilots_of(profile), tmp_path / "state"
    rows, half = table("dirac_pilot", pilots), len(pilots) // 2
    world = {**RULES[profile], "dirac_pilot": pilots}
    cycle = decide(world, profile, recalc="on_tq_change")
    expected = reasons_of(profile)
    assert told(cycle.table("match")) == expected
    with begun(folder, profile, "on_tq_change") as state:
        found = [told(state.match(rows.slice(n, 1)))[0] for n in range(half)]
    with State.open(folder) as state:
        found += told(state.match(rows.slice(half, 2)))
        state.checkpoint()
    with State.open(folder) as state:
        assert [*found, *told(state.match(rows.slice(half + 2)))] == expected


@pytest.mark.parametrize("profile", ASKED)
def test_a_service_tells_the_same_reasons(profile: str, tmp_path: Path) -> None:
    """The first time together, the second time alone."""
    sent = [{**PILOT, **each} for each, *_ in ASKED[profile]]
    with (
        begun(tmp_path / "state", profile, "on_tq_change") as state,
        served(state, Address(path=tmp_path / "socket")) as server,
        MatchClient(str(server.address)) as client,
    ):
        rows = [*client.batch(sent), *map(client.match, sent)]
    assert [row["criterion"] for row in rows] == reasons_of(profile)
