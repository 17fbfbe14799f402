"""`explain RUN NAME`: what a bare name or number stands for, and a job of PanDA."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.core.errors import UsageError
from brokersql.explain.subject import job_policy, subject_of
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call, explained

POLICIES = ["panda_job", "panda_timeout", "dirac"]
JOB = 6812000001


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("47110182", {"task": 47110182}),
        (str(JOB), {"job": JOB}),
        ("90412015", {"job": 90412015}),
        ("dunmore_ucore", {"queue": "DUNMORE_UCORE"}),
        ("DUNMORE_UCORE/MCORE", {"queue": "DUNMORE_UCORE/MCORE"}),
        ("GARONNE-T1", {"queue": "GARONNE_UCORE"}),
        ("disk", {"criterion": "disk"}),
        ("-disk", {"criterion": "-disk"}),
        ("disk_free", {"criterion": "disk_free"}),
        ("use", {"criterion": "use"}),
        ("aardorf-short-1", {"pilot": "aardorf-short-1"}),
    ],
)
def test_a_name_stands_for(name: str, found: dict[str, object]) -> None:
    assert subject_of(Snapshot.open(str(DEMO)), name, POLICIES) == found


def test_names_of_analysis_and_of_task_brokerage(world: str) -> None:
    snapshot = Snapshot.open(world)
    everywhere = ["panda_job", "panda_analysis", "panda_task"]
    assert subject_of(snapshot, "user0003", everywhere) == {"user": "user0003"}
    assert subject_of(snapshot, "us-t1-001", everywhere) == {"queue": "US-T1-001"}


def test_what_nothing_is_called(run_folder: Path) -> None:
    with pytest.raises(UsageError, match="nothing is called nosuch"):
        subject_of(Snapshot.open(str(DEMO)), "nosuch", POLICIES)
    with pytest.raises(UsageError, match="did you mean GARONNE-T1 or GARONNE_UCORE"):
        subject_of(Snapshot.open(str(DEMO)), "Garonne", POLICIES)
    both = call("explain", run_folder, "47110182", "--criterion=-disk")
    assert both.code == 2
    assert "name one thing" in both.err


def test_a_bare_name_is_explained_as_its_option_is(run_folder: Path) -> None:
    asked = ("--no-changes", "--queue", "DUNMORE_UCORE")
    bare = call("explain", run_folder, "47110182", *asked)
    named = call("explain", run_folder, "--task", "47110182", *asked)
    assert (bare.code, bare.out) == (0, named.out)
    sign = call("explain", run_folder, "--no-changes", "--", "-transferring")
    assert sign.out.startswith("-transferring: "), sign.err


def test_a_job_of_panda_says_what_is_done_to_it(run_folder: Path) -> None:
    assert job_policy(Snapshot.open(str(DEMO)), JOB) == "panda_timeout"
    told = explained(run_folder, "--job", str(JOB), "--format", "json").json
    assert (told["kind"], told["panda_id"], told["n_jobs"]) == ("explain.job", JOB, 1)
    assert told["policy"] == "panda_timeout"
    assert {row["panda_id"] for row in (*told["jobs"], *told["upcoming"])} == {JOB}
    assert f"job {JOB} · panda_timeout" in explained(run_folder, "--job", str(JOB)).out
    nobody = explained(run_folder, "--job", "1", "--policy", "panda_timeout")
    assert (nobody.code, nobody.err.splitlines()[0]) == (2, "error: no job 1")


def test_a_run_without_analysis_says_so(run_folder: Path) -> None:
    wrong = explained(run_folder, "--user", "user0001")
    assert wrong.err.startswith("error: this run has no analysis tasks")
