"""`brokersql policy`: what applies, with which numbers, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brokersql.policy import load_policy, shipped_policies
from tests.cli.calling import call


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a sound policy of a user's own."""
    folder = tmp_path / "mine"
    (folder / "filters").mkdir(parents=True)
    (folder / "policy.toml").write_text(
        'title = "mine"\nextends = "panda_job"\n', encoding="utf-8"
    )
    return folder


def override(folder: Path, name: str, old: str, new: str) -> None:
    """Write a shipped filter, changed at one place, into a policy."""
    file = next(each for each in load_policy("panda_job").filters if each.stem == name)
    assert old in file.text
    path = folder / "filters" / f"{name}.sql"
    path.write_text(file.text.replace(old, new), encoding="utf-8")


def test_shipped_policies_are_listed() -> None:
    listed = call("policy", "list", "--format", "json").json["rows"]
    assert [row["policy"] for row in listed] == list(shipped_policies())
    assert all(row["title"] and row["rules"] for row in listed)


def test_rules_stand_in_the_order_of_their_bits() -> None:
    shown = call("policy", "show", "panda_job", "--format", "json").json
    assert shown["kind"] == "policy.show"
    bits = [each["bit"] for each in shown["criteria"] if each["bit"] is not None]
    assert bits == list(range(len(bits)))
    criteria = {each["criterion"]: each for each in shown["criteria"]}
    low_memory = criteria["-lowmemory"]
    assert low_memory["effect"] == "drop"
    assert low_memory["class"] == "never_fits"
    assert low_memory["file"] == "sql/panda_job/filters/low_memory.sql"


def test_parameters_tell_value_default_unit_and_origin() -> None:
    shown = call(
        *("policy", "show", "panda_job", "--profile", "asrun"),
        *("--set", "NQUEUED_SAT_CAP=80", "--format", "json"),
    ).json
    values = {each["parameter"]: each for each in shown["parameters"]}
    cap = values["NQUEUED_SAT_CAP"]
    assert (cap["value"], cap["default"], cap["unit"]) == (80, 150, "files")
    assert cap["origin"] == "--set"
    assert "link_queued" in cap["used_by"]
    assert values["NW_ACTIVE"]["origin"] == "profile"


def test_the_table_for_a_reader() -> None:
    lines = call("policy", "show", "panda_job", "--format", "table").lines
    assert lines[0].startswith("panda_job: ATLAS production job brokerage (page) · ")
    header = ["bit", "criterion", "effect", "class", "grain", "title", "file"]
    assert lines[1].split() == header
    assert any(line.split()[:1] == ["parameter"] for line in lines)


def test_one_file_with_what_it_reads() -> None:
    for name in ("low_memory", "low_memory.sql", "-lowmemory"):
        shown = call("policy", "show", f"panda_job/{name}", "--format", "json").json
        assert shown["kind"] == "policy.file"
        assert "memory.need_mb as asked" in shown["sql"]
        text = call("policy", "show", f"panda_job/{name}", "--format", "table").out
        assert "-- criterion: -lowmemory" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "panda_job/low_memry"), "did you mean low_memory?"),
        (("check", "panda_jobs"), "did you mean panda_job"),
    ],
)
def test_what_is_not_there(words: tuple[str, str], said: str) -> None:
    wrong = call("policy", *words)
    assert (wrong.code, said in wrong.err) == (2, True)


@pytest.mark.slow
def test_policies_that_are_sound() -> None:
    done = call("policy", "check")
    assert done.code == 0
    assert done.out.startswith("No faults in ")
    told = call("policy", "check", "panda_timeout", "--format", "json").json
    assert told["rows"] == []


def test_a_fault_is_shown_with_its_line_and_a_caret(mine: Path) -> None:
    override(mine, "low_memory", "memory.need_mb as", "memory.needed_mb as")
    done = call("policy", "check", mine)
    assert done.code == 4
    head, source, caret = done.lines
    place, _, message = head.partition(": ")
    assert place.startswith(f"{mine}/filters/low_memory.sql:")
    assert "needed_mb" in message
    line, column = map(int, place.rsplit(":", 2)[1:])
    text = (mine / "filters" / "low_memory.sql").read_text(encoding="utf-8")
    assert text.splitlines()[line - 1].strip() == source.strip()
    marked = source[caret.index("^") :]
    assert text.splitlines()[line - 1][column - 1 :] == marked
    assert "memory.needed_mb".startswith(marked[:6]) or "needed_mb" in marked
    assert "1 fault" in done.err


def test_all_faults_at_once(mine: Path) -> None:
    override(mine, "low_memory", "memory.need_mb as", "memory.needed_mb as")
    override(mine, "high_memory", "-- class:", "-- effect: remove\n-- class:")
    done = call("policy", "check", mine, "--format", "json")
    assert done.code == 4
    files = {Path(row["file"]).name for row in done.json["rows"]}
    assert "high_memory.sql" in files
    assert all(row["line"] >= 1 and row["column"] >= 1 for row in done.json["rows"])


def test_a_faulty_policy_does_not_run(tmp_path: Path, demo: Path) -> None:
    """One of few rules here, which is looked at in a moment."""
    (tmp_path / "timeouts").mkdir()
    file, rules = tmp_path / "timeouts" / "pending.sql", load_policy("panda_timeout")
    sound = next(each.text for each in rules.rules if each.stem == "pending")
    file.write_text(sound.replace("job.job_status = 'p", "job.job_state = 'p"))
    (tmp_path / "policy.toml").write_text('title = "t"\nextends = "panda_timeout"\n')
    wrong = call("run", demo, "--policy", tmp_path)
    assert (wrong.code, wrong.out) == (4, "")
    first, source, caret = wrong.err.splitlines()
    assert first.startswith(f"error: {file}:")
    assert "job.job_state" in source
    assert "^" in caret
    as_json = call("run", demo, "--policy", tmp_path, "--format", "json")
    assert as_json.out == ""
    told = json.loads(as_json.err)
    assert (told["error"], told["exit_code"]) == ("policy", 4)
    assert told["file"] == str(file)
    assert told["line"] > 1
    assert told["column"] > 1


def test_a_policy_of_ones_own_runs_and_explains(
    mine: Path, demo: Path, tmp_path: Path
) -> None:
    (mine / "policy.toml").write_text(
        'title = "mine"\nextends = "panda_job"\ndrop = ["low_memory"]\n',
        encoding="utf-8",
    )
    out = tmp_path / "out"
    assert call("run", demo, "--policy", mine, "--out", out).code == 0
    query = "select count(*) as n from exclusion where criterion = '-lowmemory'"
    assert call("sql", out, query).out == "n\n0\n"
    asked = ("explain", out, "--no-changes", "--task", 47110000)
    told = call(*asked)
    assert (told.code, "--policy FOLDER" in told.err) == (2, True)
    told = call(*asked, "--policy", mine)
    assert told.code == 0
    assert "mine (page)" in told.lines[0]


def test_the_program_is_printed(tmp_path: Path) -> None:
    done = call("policy", "render", "panda_job")
    assert done.code == 0
    assert done.out.startswith("-- policy panda_job, ")
    assert "reject_mask" in done.out
    path = tmp_path / "job.sql"
    assert call("policy", "render", "panda_job", "--output", path).out == ""
    assert path.read_text(encoding="utf-8") == done.out
