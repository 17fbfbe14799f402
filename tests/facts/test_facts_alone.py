"""Every shared fact stands on its own: sound, and there for queries by hand."""

from __future__ import annotations

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
    assert alone <= {fact.name for fact in compile_facts(POLICY, alone)}
