"""Every rule of a policy stands in its list and has a spec of its own."""

from __future__ import annotations

import ast
import re
from pathlib import PurePosixPath

import pytest

from brokersql.policy import load_policy, shipped_policies
from brokersql.policy.model import STAGES as policy_stages
from tests.meta.tree import read, tracked

STAGES = tuple(stage for stage in policy_stages if stage != "select")
#: Files of a policy's specs that are not about one rule or select relation.
COMMON = {
    *("test_worked_examples.py", "test_older_page.py"),
    *("test_parameters.py", "test_order.py"),
    *("test_limits.py", "test_kinds.py", "test_reassigned.py"),
    *("test_blacklists.py", "test_full_chains.py", "test_caps.py"),
}
#: Specs of groups of rules alike: they name each of their rules.
OF_GROUPS = (
    *("test_limits.py", "test_kinds.py"),
    *("test_blacklists.py", "test_full_chains.py", "test_caps.py"),
)


def stems(pattern: str) -> set[str]:
    """Return the stems of the tracked files of one folder."""
    return {PurePosixPath(name).stem for name in tracked(pattern)}


def rule_files() -> list[str]:
    """Return the file of every rule that ships, of whatever policy and stage."""
    patterns = [
        f"sql/{policy}/{stage}/*.sql"
        for policy in shipped_policies()
        for stage in STAGES
    ]
    return list(tracked(*patterns))


def spec_of(rule: str) -> str:
    """Return the spec of a rule file.

    >>> spec_of("sql/panda_job/filters/status.sql")
    'tests/spec/panda_job/test_status.py'
    """
    path = PurePosixPath(rule)
    return f"tests/spec/{path.parts[1]}/test_{path.stem}.py"


def _is_named_in(rule: str, spec: str) -> bool:
    """Tell whether a spec of a policy names a rule of it."""
    path = PurePosixPath(rule)
    is_own = path.parts[1] == PurePosixPath(spec).parent.name
    return is_own and f'"{path.stem}"' in read(spec)


@pytest.mark.parametrize("name", shipped_policies())
def test_the_rules_of_a_policy_are_those_of_its_lists(name: str) -> None:
    policy = load_policy(name)
    staged = [files for stage, files in policy.stages if stage in STAGES]
    listed = [file for files in staged for file in files]
    own = {file.shown for file in listed if file.shown.startswith(f"sql/{name}/")}
    assert own == {rule for rule in rule_files() if rule.startswith(f"sql/{name}/")}


def test_every_rule_has_a_spec_and_every_spec_a_rule() -> None:
    """It is its own, or one of a group. What is selected has one where there is
    something of its own to say. So has a rule that a policy takes over from another."""
    policies = shipped_policies()
    specs = set(tracked(*(f"tests/spec/{policy}/test_*.py" for policy in policies)))
    selected = tracked(*(f"sql/{policy}/select/*.sql" for policy in policies))
    groups = [name for name in specs if PurePosixPath(name).name in OF_GROUPS]
    of_rules = {
        spec_of(rule)
        for rule in rule_files()
        if not any(_is_named_in(rule, group) for group in groups)
    }
    assert of_rules - specs == set()
    others = {name for name in specs if PurePosixPath(name).name not in COMMON}
    taken = {
        f"tests/spec/{policy}/test_{file.stem}.py"
        for policy in policies
        for _, files in load_policy(policy).stages
        for file in files
    }
    assert others - taken - {spec_of(each) for each in selected} == set()


def test_rules_know_pairs_by_their_keys() -> None:
    """Numbers are the compiler's, and results have names of their own for queues."""
    folders = ("facts", "lib", *shipped_policies())
    named = r"(?<!\w)(pair_no|unit_no|partner_no|unified_name|numbered_\w+)\b"
    word = re.compile(rf"^(?!-- in_results).*{named}", re.M)
    files = tracked(*(f"sql/{folder}/*.sql" for folder in folders))
    assert files
    assert [name for name in files if word.search(read(name))] == []


def test_every_spec_of_a_fact_has_a_fact() -> None:
    facts = stems("sql/facts/*.sql") | stems("sql/*/facts/*.sql")
    specs = {stem.removeprefix("test_") for stem in stems("tests/spec/facts/*.py")}
    assert specs - facts == set()


def test_every_test_of_a_rule_says_what_it_is_and_checks_the_rule() -> None:
    """The fixture `spec` also sees to it that each rule acts, and does not act."""
    silent = [
        f"{name}: {node.name}"
        for name in tracked("tests/spec/*/test_*.py")
        if PurePosixPath(name).name not in COMMON
        for node in ast.parse(read(name)).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not (
            ast.get_docstring(node) and "spec" in {arg.arg for arg in node.args.args}
        )
    ]
    assert silent == []
