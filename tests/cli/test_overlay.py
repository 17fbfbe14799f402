"""What-if of whole rows and rules: `--sql` and `--without`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import call

ONLY = ("--policy", "panda_job")


def test_a_script_changes_rows_before_the_cycle(demo: Path, tmp_path: Path) -> None:
    script, out = tmp_path / "overlay.sql", tmp_path / "out"
    script.write_text(
        "update queue set status = 'offline' where cloud = 'DE';"
        "insert into nucleus_rw by name select 'X' as nucleus"
    )
    done = call("run", demo, *ONLY, "--sql", script, "--out", out)
    assert done.code == 0, done.err
    asked = (
        "select count(*) filter (where status = 'offline') = count(*) as ok, "
        "(select count(*) from nucleus_rw) as n from queue where cloud = 'DE'"
    )
    script.unlink()  # the run remembers the script itself
    assert call("sql", out, asked, "--format", "csv").lines[1] == "true,1"
    assert call("diff", out, out).lines[-1].startswith("0 of")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("select 1", "select changes no row"),
        ("drop table queue", "drop changes no row"),
        ("", "no statement"),
        ("update queue set nothing = 1", "nothing"),
        ("update queue set core_count = -5", "the contract refuses"),
        ("insert into snapshot from snapshot", "the contract refuses"),
    ],
)
def test_what_is_no_change_of_rows_is_refused(
    queues: Path, tmp_path: Path, text: str, said: str
) -> None:
    script = tmp_path / "overlay.sql"
    script.write_text(text)
    done = call("run", queues, *ONLY, "--sql", script)
    assert (done.code, said in done.err) == (2, True), done.err


def test_a_text_in_place_of_a_script_is_told_that_a_file_is_due(queues: Path) -> None:
    for text in ("update queue set status = 'offline'", "update queue " * 99):
        done = call("run", queues, *ONLY, "--sql", text)
        assert (done.code, "Errno" in done.err) == (2, False)
        assert "  --sql takes a file of statements" in done.err


def test_a_rule_can_be_left_out(run_folder: Path, demo: Path, tmp_path: Path) -> None:
    """It is left out of the policies that have it, each rule of another one here."""
    whole, part = run_folder, tmp_path / "part"
    leaving = ("--without", "-lowmemory", "--without", "TO-13", "--seed", 7)
    both = (*ONLY, "--policy", "panda_timeout")
    done = call("run", demo, *both, *leaving, "--out", part)
    assert done.code == 0, done.err
    named = "select count(*) as n from criterion where criterion in"
    query = f"{named} ('-lowmemory', 'TO-13')"
    assert call("sql", part, query, "--format", "csv").lines[1] == "0"
    assert call("sql", whole, query, "--format", "csv").lines[1] != "0"
    told = call("diff", whole, part, "--format", "json").json
    assert [each["policy"] for each in told["files"]] == ["panda_job", "panda_timeout"]
    placed = [each for each in told["changes"] if each["panda_id"] is None]
    assert {each["first_cause"] for each in placed} == {"-lowmemory"}
    # what is explained is the policy that ran
    task = placed[0]["jedi_task_id"]
    story = call("explain", part, "--task", task, "--no-changes")
    assert story.code == 0, story.err
    assert "has changed since" not in story.err
    assert "-lowmemory" not in story.out


def test_a_rule_that_no_policy_of_the_run_has(queues: Path) -> None:
    for rule, said in (("TO-13", "TO-13"), ("low_memry", "low_memory")):
        done = call("run", queues, *ONLY, "--without", rule)
        assert (done.code, said in done.err) == (2, True), done.err
