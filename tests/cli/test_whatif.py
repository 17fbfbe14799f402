"""`bisect` finds the version that broke a rule, `sensitivity` what counts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call

RULE = ROOT / "sql" / "panda_timeout" / "timeouts" / "pending.sql"
BOUND = "job.job_status = 'pending'"
ONE_IS_KILLED = "select count(*) = 1 from action where rule_id = 'TO-01'"
BROKEN = 3
BAD = 5


def git(folder: Path, *words: str) -> str:
    person = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    command = ["git", "-C", str(folder), *person, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a policy folder with six versions after v0, of which one is broken."""
    root = tmp_path_factory.mktemp("versions")
    folder = root / "policies" / "mine"
    (folder / "timeouts").mkdir(parents=True)
    rule, toml = folder / "timeouts" / "pending.sql", folder / "policy.toml"
    git(root, "init", "--quiet")
    sound = RULE.read_text(encoding="utf-8")
    assert BOUND in sound
    for number in range(7):
        text = sound
        if number == BROKEN:
            text = sound.replace(BOUND, "job.nothing = 1")
        if number >= BAD:
            text = sound.replace(BOUND, "job.job_status is null")
        rule.write_text(text, encoding="utf-8")
        toml.write_text(f'title = "version {number}"\nextends = "panda_timeout"\n')
        git(root, "add", "--all")
        git(root, "commit", "--quiet", "--message", f"Version {number}")
        git(root, "tag", f"v{number}")
    return folder


def bisect(policy: Path, *options: str | Path) -> tuple[str | Path, ...]:
    return ("bisect", ROOT / "fixtures" / "demo", "--policy", policy, *options)


def test_a_planted_change_is_found_by_halving(policy: Path) -> None:
    asked = ("--good", "v0", "--expect", ONE_IS_KILLED, "--format", "json")
    done = call(*bisect(policy, *asked))
    assert done.code == 0, done.err
    told = done.json
    assert told["first_bad"]["subject"] == f"Version {BAD}"
    assert told["versions"] == 6
    assert told["cycles"] <= 4  # three halvings, and the version that does not run
    assert "policies/mine/timeouts/pending.sql" in told["files"]
    assert "does not run" in done.err


def test_a_version_that_does_not_run_may_be_the_one(policy: Path) -> None:
    git(policy, "checkout", "--quiet", "-B", "short", f"v{BROKEN - 1}")
    git(policy, "cherry-pick", "--strategy-option=theirs", f"v{BROKEN}", f"v{BAD}")
    done = call(*bisect(policy, "--good", f"v{BROKEN - 1}", "--expect", ONE_IS_KILLED))
    assert done.code == 0, done.err
    assert f"Version {BAD}" in done.lines[0]
    assert f"which does not run: Version {BROKEN}" in done.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("v9", "HEAD", ONE_IS_KILLED), "git knows no revision v9"),
        (("v6", "v1", ONE_IS_KILLED), "no ancestor of v1"),
        (("v0", "HEAD", "from action"), "no single truth value"),
        (("v0", "v1", "select true"), "the condition does not fail under v1"),
    ],
)
def test_what_cannot_be_halved_is_said(
    policy: Path, options: tuple[str, str, str], said: str
) -> None:
    good, bad, expect = options
    done = call(*bisect(policy, "--good", good, "--bad", bad, "--expect", expect))
    assert (done.code, said in done.err) == (2, True), done.err


def test_a_folder_outside_of_git_has_no_versions(tmp_path: Path) -> None:
    options = ("--good", "v0", "--expect", "select true")
    done = call(*bisect(tmp_path, *options))
    assert done.code == 2
    assert "in no git repository" in done.err


def test_a_parameter_that_counts_is_told_with_what_it_changes(demo: Path) -> None:
    words = ("--policy", "panda_job", "--parameter", "NQUEUED_SAT_CAP")
    told = call("sensitivity", demo, *words, "--format", "json").json
    assert [each["other"] for each in told["effects"]] == ["165", "135"]
    assert all(each["changed"] > 0 for each in told["effects"])
    assert {each["first_cause"] for each in told["effects"]} == {"network"}


def test_a_parameter_of_one_label_is_tried_too(demo: Path) -> None:
    words = ("--policy", "panda_job", "--parameter", "MIN_WEIGHT_managed_Heavy Ion")
    (row,) = call("sensitivity", demo, *words, "--format", "json").json["effects"][:1]
    assert (row["other"], row["changed"]) == ("0.99", 1)
    assert row["first_cause"] == "-below_min_weight"


def test_what_changes_no_decision_is_found_without_another_run(
    demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brokersql.variations.sensitivity.write_run", lambda *_: None)
    monkeypatch.setattr("brokersql.variations.sensitivity.compare", None)
    words = ("--policy", "panda_job", "--parameter", "link_cap_op")
    (row,) = call("sensitivity", demo, *words, "--format", "json").json["effects"]
    assert (row["value"], row["other"]) == (">", ">=")
    assert (row["changed"], row["flipped"], row["first_cause"]) == (0, 0, None)


@pytest.mark.parametrize(
    ("words", "tried", "fixed"),
    [
        (("dirac", "--parameter", "recalc_every"), ["2200", "1800"], []),
        (("dirac", "--parameter", "tq_max_jobs"), ["1"], []),
        (
            ("panda_timeout", "--parameter", "HEARTBEAT_TIMEOUT"),
            [],
            ["HEARTBEAT_TIMEOUT"],
        ),
    ],
)
def test_parameters_of_matching_and_of_timeouts_are_tried(
    demo: Path, words: tuple[str, ...], tried: list[str], fixed: list[str]
) -> None:
    found = call("sensitivity", demo, "--policy", *words, "--format", "json").json
    assert sorted(each["other"] for each in found["effects"]) == sorted(tried)
    assert (found["fixed"], found["unread"]) == (fixed, [])


def test_what_no_rule_reads_changes_nothing(demo: Path, tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(
        'title = "mine"\nextends = "panda_timeout"\n[parameters.UNUSED_LIMIT]\n'
        'type = "BIGINT"\ndefault = 5\nmeaning = "is read nowhere"\n'
    )
    words = ("--policy", tmp_path, "--parameter", "UNUSED_LIMIT")
    told = call("sensitivity", demo, *words, "--format", "json").json
    assert told["unread"] == ["UNUSED_LIMIT"]
    (row,) = told["effects"]
    assert (row["changed"], row["flipped"], row["cores"]) == (0, 0, 0)


def test_sensitivity_refuses_a_name_before_a_cycle(
    queues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parameter that the policy lacks is an error at once, with what was meant."""
    monkeypatch.setattr("brokersql.variations.sensitivity.run_cycle", None)
    wrong = call("sensitivity", queues, "--parameter", "NQUEUED_SAT")
    assert (wrong.code, "NQUEUED_SAT_CAP" in wrong.err) == (2, True)


def test_sensitivity_names_a_keyed_parameter_without_value(queues: Path) -> None:
    """A limit of a share that nobody sets has nothing to change."""
    done = call("sensitivity", queues, "--parameter", "MIN_WEIGHT_managed")
    assert (done.code, "has no value in this snapshot" in done.err) == (2, True)
