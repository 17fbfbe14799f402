"""Every shared fact stands on its own: sound, and there for queries by hand."""

from __future__ import annotations

import pytest
import sqlglot

from brokersql.compiler import compile_facts, compile_policy
from brokersql.compiler.parse import lint, parse_file
from brokersql.policy import load_policy

POLICY = load_policy("panda_job")


def test_every_fact_is_sound_whether_or_not_a_rule_reads_it() -> None:
    said = [
        finding
        for file in POLICY.facts
        for finding in (
            *file.check_header(),
            *lint(parse_file(file)),
        )
    ]
    assert said == []


def test_every_fact_can_be_asked() -> None:
    made = {statement.name for statement in compile_policy(POLICY).statements}
    alone = {file.stem for file in POLICY.facts} - made
    assert {"task_class", "share_order", "task_size", "share_trr"} <= alone
    assert alone <= {fact.name for fact in compile_facts(POLICY)}


def test_facts_are_kept_as_programs_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled before is there without a parser."""
    first = compile_facts(POLICY)
    monkeypatch.setattr(sqlglot, "parse", None)
    assert compile_facts(POLICY) == first
    made = {fact.name: place for place, fact in enumerate(first)}
    for fact in first:
        assert all(made[name] < made[fact.name] for name in fact.reads if name in made)
