"""The stories of pilots and of jobs that wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import UsageError
from brokersql.cycle import FinishedCycle, run_cycle
from brokersql.explain.pilot import explain_job, explain_pilot
from brokersql.snapshot import Snapshot
from tests.cli.calling import call, explained
from tests.conformance.dirac_scenario import NOW, table

JOB = {"owner": "ann", "owner_group": "user", "setup": "P", "cpu_time": 4000}
PILOT = {"setup": "P", "cpu_time": 5000, "site": ["A"]}
WORLD: Mapping[str, Sequence[dict[str, object]]] = {
    "snapshot": [{"snapshot_id": "s", "snapshot_time": NOW}],
    "dirac_group": [{"group_name": "prod", "job_share": 2000.0, "job_sharing": True}],
    "dirac_job": [
        *({"job_id": n, **JOB, "owner_group": "prod"} for n in range(1, 13)),
        {"job_id": 20, **JOB},
        {"job_id": 21, **JOB, "cpu_time": 400},
        {"job_id": 22, **JOB, "sites": ["B"]},
        {"job_id": 23, **JOB, "cpu_time": 40000},
        {"job_id": 24, "owner": "ann", "owner_group": "user"},
    ],
    "dirac_pilot": [
        {"seq": 1, "pilot_id": "big", **PILOT},
        {"seq": 2, "pilot_id": "small", **PILOT, "cpu_time": 499},
        {"seq": 3, "pilot_id": "mute", "setup": "P"},
    ],
}


@pytest.fixture(scope="module")
def cycle() -> FinishedCycle:
    tables = {name: table(name, rows) for name, rows in WORLD.items()}
    return run_cycle(Snapshot.open(tables), "dirac")


def test_a_pilot_that_has_a_choice(cycle: FinishedCycle) -> None:
    """Two to one by priority is three to one by chance."""
    story = explain_pilot(cycle, "big")
    lines = str(story).splitlines()
    assert lines[0] == "pilot big · A · cpu_time 5,000 s · 2009-02-16 12:00Z"
    assert lines[1] == "✓ 2 task queues to draw from; 1 of lower CPU time left out"
    assert [row["tq_id"] for row in story.draws] == [1, 2]
    chances = [row["chance"] for row in story.draws]
    # P is 1000 / 4 and J 1/4 for user, 2000 and 1 for prod
    low = 1000 / 4 / 4
    assert chances == pytest.approx([1 - low / 4000, low / 4000])
    assert {str(row["criterion"]) for row in story.lone} == {"-cpu", "-site"}
    assert "-site  1 task queue with 1 job: asks for [B], resource at [A]" in str(story)
    assert story.document()["n_top"] == 2


def test_a_pilot_that_gets_nothing(cycle: FinishedCycle) -> None:
    """Nothing eligible and a refusal are different answers."""
    text = str(explain_pilot(cycle, "2"))
    assert "✗ no match: 0 of 5 task queues eligible (16 waiting jobs)" in text
    assert "needs 500 s > offered 499 s" in text
    assert "✗ refused: the request says no cpu_time" in str(
        explain_pilot(cycle, "mute")
    )
    with pytest.raises(UsageError, match="no pilot tiny"):
        explain_pilot(cycle, "tiny")


def test_a_job_that_waits(cycle: FinishedCycle) -> None:
    """Below, at and above the window of ten; a refused job tells why."""
    for job, told in (
        (10, "9 are older; drawn with 10.0 %"),
        (11, "10 are older; 1 must go before its turn"),
        (12, "11 are older; 2 must go before its turn"),
    ):
        assert told in str(explain_job(cycle, job, is_drawn=False))
    # one of the oldest ten was given
    given = str(explain_job(cycle, 12))
    assert "10 are older; 1 must go before its turn" in given
    assert "Pilots of this cycle got 1 job of its task queue" in given
    story = explain_job(cycle, 22)
    could = [(row["n_pilots"], row["n_could"]) for row in story.sites]
    assert could == [(2, 0), (1, 0)]
    assert story.sites[0]["why_not"] == "-site"
    lower = {row["why_not"] for row in explain_job(cycle, 21).sites}
    assert "-higher_cpu" in lower
    assert "✗ in no task queue: no cpu_time" in str(explain_job(cycle, 24))
    with pytest.raises(UsageError, match="no job 99") as unknown:
        explain_job(cycle, 99)
    assert unknown.value.message == "no job 99 (17 jobs of DIRAC)"
    with pytest.raises(UsageError) as unknown:
        explain_job(cycle, 6_812_000_012)
    assert "from action where panda_id = 6812000012" in unknown.value.hint


def test_the_command(tmp_path: Path) -> None:
    """--pilot and --job run the matching policy without its being named."""
    for name, rows in WORLD.items():
        pq.write_table(table(name, rows), tmp_path / f"{name}.parquet")  # pyright: ignore[reportUnknownMemberType]
    told = explained(tmp_path, "--pilot", "small")
    assert (told.code, told.out.splitlines()[1][:10]) == (0, "✗ no match")
    told = explained(tmp_path, "--job", "12", "--format", "json")
    assert told.code == 0
    assert '"kind": "explain.job"' in told.out
    assert explained(tmp_path, "--pilot", "none").code == 2
    whole = call("run", tmp_path, "--policy", "dirac", "--out", tmp_path / "out")
    assert whole.code == 0
    assert " ".join(whole.lines[1].split()[:6]) == "dirac page 3 1 1 1"
    assert "1 job refused: no cpu_time" in whole.out
    query = "select status, criterion, reason from result order by seq"
    assert call("sql", tmp_path / "out", query).out.splitlines()[1:] == [
        "assigned,,",
        "pending,-no_eligible_queue,no task queue fits",
        "failed,-no_cpu_time,the request says no cpu_time",
    ]
    found = call("sql", tmp_path / "out", "select count(*) from task_queue")
    assert found.out.split()[-1] == "5"
    assert call("explain", tmp_path, "--policy", "dirac", "--task", "1").code == 2
