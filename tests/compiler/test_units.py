"""Policies about single units: what they hold, what is wrong with them, what runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from brokersql.compiler import UnitProgram, check_policy, compile_policy
from brokersql.compiler.cache import keep_compiled, program_key, read_compiled
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import Options, run_cycle
from brokersql.policy import load_policy, read_policy
from brokersql.snapshot import Snapshot

HEADER = """-- criterion: T-{stem}
-- label: {stem}
-- title: the job is {stem}
-- effect: kill
-- code: 7
-- source: nobody
-- bounds: none
-- nulls: none
-- differs: none
"""
LATE = (
    "select panda_id, creation_time as clock_time, creation_time as due_time from job"
)
FILES = {
    "policy.toml": 'title = "T"\npage = "P"\nunit = "job.sql"\n'
    'timeouts = ["late"]\nselect = []\n',
    "job.sql": "-- title: jobs\n-- grain: panda_id\nselect panda_id from job\n",
    "timeouts/late.sql": HEADER.format(stem="late") + LATE + "\n",
}


def write(folder: Path, files: Mapping[str, str]) -> str:
    for name, text in {**FILES, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)


def findings(folder: str) -> list[str]:
    policy, found = read_policy(folder)
    if policy is not None and not found:
        found = check_policy(policy)
    return [f"{Path(each.file).name}: {each.message}" for each in found]


def test_a_sound_policy_has_no_findings(tmp_path: Path) -> None:
    assert findings(write(tmp_path, {})) == []


TOML, TIMEOUT = FILES["policy.toml"], FILES["timeouts/late.sql"]
HEAD = HEADER.format(stem="late")
#: The text of a file -> its name, and what is wrong.
FAULTS = {
    f'{TOML}filters = ["a"]\n': "policy.toml: a policy with a unit file has no filters",
    f'{TOML}candidate = "job.sql"\n': (
        "policy.toml: a policy decides about pairs or about units"
    ),
    'title = "T"\n': "policy.toml: the policy has no candidate file and no unit file",
    "-- title: j\nselect panda_id from job\n": "job.sql: header key grain is missing",
    "-- title: j\n-- grain: panda_id\nselect gshare from job\n": (
        "job.sql: its columns are gshare, without panda_id"
    ),
    f"{HEAD}select panda_id from job": (
        "late.sql: its columns are panda_id, without clock_time, due_time"
    ),
    TIMEOUT.replace("code: 7", "code: x"): "late.sql: code x is no number",
    TIMEOUT.replace("kill", "slay"): (
        "late.sql: effect slay is none of fail, kill, reassign"
    ),
    TIMEOUT.replace("from job", "from jobs"): "late.sql: unknown relation jobs",
}


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_faults_have_a_place_and_a_cause(tmp_path: Path, text: str) -> None:
    name = FAULTS[text].partition(":")[0].replace("late", "timeouts/late")
    others = {"filters/a.sql": ""} if "filters" in text else {}
    assert FAULTS[text] in findings(write(tmp_path, {name: text, **others}))


def test_a_program_is_the_same_from_the_cache() -> None:
    policy = load_policy("panda_timeout")
    program = compile_policy(policy)
    assert isinstance(program, UnitProgram)
    keep_compiled(program_key(policy), program)
    assert read_compiled(program_key(policy)) == program
    assert program.unit_key == ("panda_id",)
    names = [each.name for each in (*program.decisions, *program.select)]
    order = ("unit", "exempt", "timer", "picked", "action", "upcoming")
    assert [name for name in names if name in order] == list(order)


def test_a_policy_of_one_s_own_extends_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "timeouts").mkdir()
    text = HEADER.format(stem="late") + LATE + "\n"
    (tmp_path / "timeouts" / "late.sql").write_text(text)
    (tmp_path / "policy.toml").write_text(
        'extends = "panda_timeout"\ntimeouts = ["pending", "late"]\n'
        'drop = ["timeouts", "fast_rebrokerage"]\n'
        "[parameters.pending_hours]\ndefault = 3\n"
    )
    demo = Snapshot.open(fixture_root() / "demo")
    cycle = run_cycle(demo, str(tmp_path))
    assert Counter(cycle.action["rule_id"].to_pylist()) == {"T-late": 34}
    shorter = run_cycle(demo, str(tmp_path), Options(settings={"pending_hours": "1"}))
    hit = Counter(shorter.action["rule_id"].to_pylist())
    assert hit == {"T-late": 34, "TO-01": 1}
    with pytest.raises(UsageError, match="has no table result"):
        _ = cycle.result
    with pytest.raises(UsageError, match="its rules act upon single units"):
        cycle.pairs.show_reasons()
