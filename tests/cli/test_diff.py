"""`diff`: which decisions changed between two runs, and the first cause of each."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.calling import DEMO, call, forget_tables

QUEUE = "RHEINTAL_UCORE"
UPDATE = f"queue:{QUEUE}.status=offline"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    return tmp_path_factory.mktemp("diff")


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    return made(folder / "base")


@pytest.fixture(scope="module")
def offline(folder: Path) -> Path:
    return made(folder / "offline", "--update", UPDATE)


@pytest.fixture(scope="module")
def pilots(folder: Path) -> Path:
    return made(folder / "pilots", "--policy", "dirac")


def made(out: Path, *options: str, seed: int = 7) -> Path:
    """Return the folder of a run of the production job brokerage on the demo."""
    policy = () if "--policy" in options else ("--policy", "panda_job")
    done = call("run", DEMO, *policy, *options, "--seed", seed, "--out", out)
    assert done.code == 0, done.err
    return out


def causes(a: Path, b: Path) -> Counter[tuple[str, str]]:
    told = call("diff", a, b, "--format", "json").json
    return Counter(
        (each["cause_kind"], each["first_cause"]) for each in told["changes"]
    )


def test_a_run_does_not_differ_from_itself(base: Path) -> None:
    done = call("diff", base, base, "--exit-code")
    assert done.code == 0
    assert "parameters: equal." in done.lines
    assert done.lines[-1] == "0 of 45 decisions changed."
    assert call("diff", base, base, "--format", "jsonl").lines == []


def test_another_parameter_changes_a_weight(base: Path, folder: Path) -> None:
    capped = made(folder / "cap80", "--set", "NQUEUED_SAT_CAP=80")
    done = call("diff", base, capped, "--exit-code")
    assert done.code == 10
    assert "parameters: NQUEUED_SAT_CAP 150 → 80." in done.lines
    assert set(causes(base, capped)) == {("weight factor", "network")}
    assert call("diff", base, capped).code == 0


def test_another_value_of_the_snapshot_changes_a_criterion(
    base: Path, offline: Path
) -> None:
    assert f"inputs: differ (--update → {UPDATE})" in call("diff", base, offline).out
    told = call("diff", base, offline, "--format", "json").json
    gone = [each for each in told["changes"] if each["first_cause"] == "-status"]
    lines = call("diff", base, offline, "--format", "csv").out
    found = [row["first_cause"] for row in csv.DictReader(io.StringIO(lines))]
    assert found == [each["first_cause"] for each in told["changes"]]
    assert gone
    assert {each["cause_kind"] for each in gone} == {"criterion"}
    assert all(each["cause_queue"].startswith(QUEUE) for each in gone)
    lost = [each for each in told["changes"] if each["change"] == "assigned → pending"]
    assert [each["queues_b"] for each in lost] == [[] for _ in lost]
    # read the other way round, the same decisions changed for the same causes
    assert causes(offline, base) == causes(base, offline)


def test_another_seed_changes_what_is_drawn_only(base: Path, folder: Path) -> None:
    other = made(folder / "seed", seed=99)
    assert "seed: 7 → 99" in call("diff", base, other).out
    drawn = {("tie", "tie"), ("cut", "-others_bootstrap")}
    assert set(causes(base, other)) <= drawn


def test_two_policies_are_compared_where_each_run_has_one(
    base: Path, folder: Path
) -> None:
    older = made(folder / "legacy", "--policy", "panda_job_legacy")
    done = call("diff", base, older)
    assert "panda_job (page) → panda_job_legacy (page)" in done.lines[0]
    assert "policy files: panda_job" in done.lines[1]
    assert ("criterion", "-read_wan_blacklist") in causes(base, older)


def test_a_weight_that_one_policy_adds_is_a_cause(
    base: Path, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "french.sql").write_text(
        "-- title: nothing goes to France\n-- source: tests\n-- nulls: none\n"
        "select survivor.*, if(unified_queue.cloud = 'FR', 0, 1)::double as french\n"
        "from survivor inner join unified_queue using (queue_name)\n"
    )
    (tmp_path / "policy.toml").write_text(
        'title = "t"\nextends = "panda_job"\n[[add]]\nweights = ["french"]\n'
    )
    other = made(folder / "french", "--policy", str(tmp_path))
    assert causes(base, other).keys() == {("weight factor", "french")}


def test_every_change_has_one_cause_and_every_count_its_sum(
    base: Path, folder: Path
) -> None:
    other = made(folder / "asrun", "--profile", "asrun")
    told = call("diff", base, other, "--format", "json").json
    assert len(told["changes"]) == told["changed"] > 0
    assert all(each["cause_kind"] and each["first_cause"] for each in told["changes"])
    rows = call("diff", base, other, "--format", "csv").lines
    assert len(rows) == told["changed"] + 1
    assert rows[0].startswith("snapshot_id,policy,jedi_task_id,chunk_no")
    told_sums = re.findall(r"\ball +(\d+)", call("diff", base, other).out)
    assert told_sums == [str(told["changed"])] * 2


def test_without_verdicts_reported_reasons_are_compared(
    base: Path, offline: Path, tmp_path: Path
) -> None:
    """What `--verdict` leaves out: tests/cli/test_run.py."""

    def without(run: Path, name: str, *tables: str) -> Path:
        other = Path(shutil.copytree(run, tmp_path / name))
        forget_tables(other, tables)
        return other

    a = without(base, "reasons", "verdict")
    b = without(offline, "changed", "verdict")
    assert ("criterion", "-status") in causes(a, b)
    bare = without(offline, "none", "verdict", "exclusion", "funnel")
    kinds = {kind for kind, _ in causes(a, bare)}
    assert kinds <= {"cut", "weight factor", "input", "criterion"}
    assert ("criterion", "-status") not in causes(a, bare)


def test_actions_upon_jobs_are_compared_too(run_folder: Path, folder: Path) -> None:
    asrun = made(folder / "acts", "--policy", "panda_timeout", "--profile", "asrun")
    told = call("diff", run_folder, asrun, "--format", "json").json
    assert told["decisions"] > 0
    for each in told["changes"]:
        assert each["panda_id"] is not None
        assert each["cause_kind"] == "criterion"


def test_pilots_are_compared_one_by_one(pilots: Path, folder: Path) -> None:
    modern = made(folder / "modern", "--policy", "dirac", "--profile", "modern")
    told = call("diff", pilots, modern, "--format", "json").json
    seqs = [each["seq"] for each in told["changes"]]
    assert told["decisions"] == 47 > len(seqs) == len(set(seqs)) > 0
    assert "-wrong_conditions" in {each["criterion_b"] for each in told["changes"]}


def test_policies_of_one_run_alone_are_left_out(base: Path, run_folder: Path) -> None:
    assert call("diff", base, run_folder).lines[-1] == "0 of 45 decisions changed."
    assert call("diff", run_folder, base, "--format", "json").json["decisions"] == 45


def test_what_is_no_run_or_damaged_is_refused(
    base: Path, pilots: Path, run_folder: Path, tmp_path: Path
) -> None:
    broken = Path(shutil.copytree(base, tmp_path / "broken"))
    for name in ("weighed", "candidate"):
        (broken / f"{name}.parquet").write_bytes(b"no Parquet")
    for a, b, code, said in (
        (base, DEMO, 2, "holds no run"),
        (base, tmp_path, 2, "holds no run"),
        (pilots, run_folder, 2, f"no policy of pilots is one of {run_folder.name}"),
        (base, broken, 3, "candidate.parquet: the file is damaged"),
    ):
        done = call("diff", a, b)
        assert (done.code, said in done.err) == (code, True), done.err


def test_replays_are_compared_cycle_by_cycle(
    base: Path, history: Path, tmp_path: Path
) -> None:
    sides = {"base": (), "cap": ("--set", "NQUEUED_SAT_CAP=20")}
    for name, options in sides.items():
        out = ("--policy", "panda_job", "--verdict", "full", "--out", tmp_path / name)
        done = call("replay", history, *out, *options)
        assert done.code == 0, done.err
    whole, cap = tmp_path / "base", tmp_path / "cap"
    told = call("diff", whole, cap, "--format", "json").json
    assert told["same_inputs"]
    (setting,) = told["parameters"]
    assert (setting["name"], setting["a"], setting["b"]) == ("NQUEUED_SAT_CAP", 150, 20)
    assert len({each["snapshot_id"] for each in told["changes"]}) > 1
    kinds = {each["cause_kind"] for each in told["changes"]}
    assert kinds <= {"criterion", "weight factor", "cut"}
    assert "3 cycles" in call("diff", whole, cap).lines[0]
    later = ("--policy", "panda_job", "--from", "2025-10-14T14:00:00Z")
    assert call("replay", history, *later, "--out", tmp_path / "one").code == 0
    one = call("diff", whole, tmp_path / "one").lines[0]
    assert "3 cycles, 2025-10-14T12:00:00Z – 2025-10-14T14:00:00Z → 1 cycle, " in one
    assert call("diff", whole, whole, "--exit-code").code == 0
    # a run is one cycle, and no replay
    done = call("diff", whole, base)
    assert done.code == 2
    assert "the other a replay" in done.err
