"""The shipped demo snapshot is what its script writes, is sound, and shows every rule.

The numbers below are what a user sees first; they change only with the world itself.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.snapshot import Snapshot, validate
from fixtures.make_demo import write

DEMO = fixture_root() / "demo"
PROFILES = ("page", "asrun")
#: Rules and outcomes that only the running system knows (D24, D29, V19), and one that
#: it applies only where NW_ACTIVE is set (D30).
ONLY_ASRUN = {"-others_bootstrap", "-cap_rt", "-t1_weight"}
ONLY_PAGE = {"-lowNetworkWeight"}
OUTCOMES = {"+use", "-low_weight", "-others_bootstrap", "-t1_weight"}


@cache
def cycle(profile: str, policy: str = "panda_job") -> FinishedCycle:
    """Return the finished cycle of the demo in a profile."""
    options = Options(profile=profile, threads=1)
    return run_cycle(Snapshot.open(DEMO), policy, options, is_kept=True)


def stories(
    profile: str, status: str, policy: str = "panda_job"
) -> dict[str, str | None]:
    """Return the criterion of each task of a status, by the story of the task."""
    return {
        row["story"]: row["criterion"]
        for row in cycle(profile, policy)
        .sql(
            "select task_params->>'story' as story, result.status, criterion "
            "from result inner join task using (jedi_task_id)"
        )
        .to_pylist()
        if row["status"] == status
    }


def test_the_script_writes_what_is_shipped(tmp_path: Path) -> None:
    write(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    shipped = {path.name: path.read_bytes() for path in DEMO.iterdir()}
    assert made.keys() == shipped.keys()
    assert [name for name in made if made[name] != shipped[name]] == []


def test_it_is_sound() -> None:
    report = validate(DEMO)
    assert report.is_usable
    assert {each.severity for each in report.violations} <= {"note"}


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in DEMO.iterdir()) < 1_000_000
    assert 25 <= cycle("page").database.count("queue") <= 45
    assert 40 <= cycle("page").stage.n_units <= 60


@pytest.mark.parametrize("profile", PROFILES)
def test_every_rule_is_the_reason_of_some_pair(profile: str) -> None:
    found = cycle(profile)
    reported = Counter(found.exclusion["step"].to_pylist())
    weighed = Counter(found.weighed["criterion"].to_pylist())
    gates = Counter(found.result["criterion"].to_pylist())
    silent = {
        (row["criterion"], row["file"])
        for row in found.criterion.to_pylist()
        if not reported[row["step"]]
        and not weighed[row["criterion"]]
        and not gates[row["criterion"]]
    }
    elsewhere = {"page": ONLY_ASRUN, "asrun": ONLY_PAGE}[profile]
    # a weight that is no number is a defect of a rule or of the data: none has one
    expected = {*(elsewhere - OUTCOMES), "-bad_weight"}
    assert {criterion for criterion, _ in silent} == expected
    assert OUTCOMES - elsewhere <= set(weighed)


def test_most_chunks_are_assigned() -> None:
    assert Counter(cycle("page").result["status"].to_pylist()) == {
        "assigned": 42,
        "pending": 3,
    }
    assert Counter(cycle("asrun").result["status"].to_pylist()) == {
        "assigned": 41,
        "pending": 4,
    }


def test_why_chunks_are_pending() -> None:
    both = {
        "input nowhere complete": "-incomplete_input",
        "5.5 GB per core for heavy ions": "-no_candidates",
    }
    assert stories("page", "pending") == {**both, "nucleus full": "-no_candidates"}
    assert stories("asrun", "pending") == {
        **both,
        "nucleus closed for writing": "-no_candidates",
        "time unknown": "-no_candidates",
    }


def test_what_analysis_users_meet() -> None:
    assert stories("page", "throttled", "panda_analysis") == {
        "user above the cap of running jobs": "-throttle_jobs",
        "lowest class while the share is full": "-throttle_share",
        "group above its disk quota": "-throttle_quota",
    }
    assert stories("page", "pending", "panda_analysis") == {
        "data nowhere whole": "-incomplete_input",
        "needs a GPU": "-no_candidates",
        "data at an overloaded queue": "-no_candidates",
    }
    assert stories("page", "assigned", "panda_analysis").keys() == {
        *("data at two sites", "no input", "jobs failed where the data is"),
        *("excludes the queue with the data", "names a queue in downtime"),
        "a group's data",
    }
    found = cycle("page", "panda_analysis")
    named = found.sql("select jedi_task_id, task_params->>'story' as story from task")
    story = {row["jedi_task_id"]: row["story"] for row in named.to_pylist()}
    queues = {
        (story[row["jedi_task_id"]], row["queue_name"].split("/")[0])
        for row in found.candidate.to_pylist()
    }
    assert ("names a queue in downtime", "BLUERIDGE_UCORE") in queues
    assert ("data at two sites", "MIDSHIRE_UCORE") in queues
    assert ("excludes the queue with the data", "NECKARHEIM_UCORE") not in queues
    assert ("jobs failed where the data is", "PRAIRIE_UCORE") not in queues


def test_where_tasks_without_a_nucleus_go() -> None:
    found = cycle("page", "panda_task")
    rows = found.sql(
        "select task_params->>'story' as story, result.nucleus, criterion "
        "from result inner join task using (jedi_task_id)"
    )
    chosen = {row["story"]: row["nucleus"] for row in rows.to_pylist()}
    anywhere = chosen.pop("no input, any nucleus")
    assert anywhere in {"RHEINTAL-T1", "LOCHMOOR-T1"}
    assert chosen == {
        "input at one nucleus": "LOCHMOOR-T1",
        "one nucleus has nodes for it": "RHEINTAL-T1",
        "full chain from the start": "FJORDLAND-T1",
        "input of the task incomplete": None,
    }
    waiting = stories("page", "pending", "panda_task")
    assert waiting == {"input of the task incomplete": "-no_source_replica"}


def test_a_new_share_starts_at_empty_queues() -> None:
    found = cycle("asrun")
    told = found.sql(
        "select jedi_task_id from task "
        "where task_params->>'story' = 'first task of a share'"
    )
    (task,) = told["jedi_task_id"].to_pylist()
    rows = [row for row in found.candidate.to_pylist() if row["jedi_task_id"] == task]
    assert [row["rank"] for row in rows] == list(range(1, 11))
    empty = [row for row in rows if row["is_bootstrap"]]
    assert len(empty) >= 8
    assert {row["weight"] for row in empty} == {0.0}


#: Rules of DIRAC that say nothing in a profile: what it has no field or switch for.
SILENT = {
    "page": {"submit_pool", "grid_middleware"},
    "dirac2009": set[str](),
    "modern": {"no_setup", "setup", "pilot_type", "submit_pool", "grid_middleware"}
    | {"masked_site_without_ce", "masked_site"},
}
#: Extras of the running system.
EXTRAS = {"wrong_conditions", "job_type", "tag", "required_tag", "resource_ban"} | {
    "ram",
    "limit",
}


@pytest.mark.parametrize("profile", SILENT)
def test_every_rule_of_dirac_is_in_the_way_of_some_pair(profile: str) -> None:
    found = cycle(profile, "dirac")
    reported = Counter(found.exclusion["step"].to_pylist())
    refusals = "select step, count(*) from gate_hit group by step"
    for step, n_pilots in found.database.rows(refusals):
        reported[int(str(step))] += int(str(n_pilots))
    silent = {
        Path(row["file"]).stem
        for row in found.criterion.to_pylist()
        if not reported[row["step"]]
    }
    assert silent == SILENT[profile] | (set() if profile == "modern" else EXTRAS)
    outcomes = Counter(found.table("match")["criterion"].to_pylist())
    n_given = 38 if profile == "modern" else 40  # two pilots come within a delay
    assert outcomes[None] >= n_given and outcomes["-outdrawn"] and outcomes["-job_id"]
    told = found.sql("from setting_remark").to_pylist()
    assert told == []
