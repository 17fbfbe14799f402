"""The compiler: a `Policy` in, one checked SQL `Program` out; it needs no data.

A program that was compiled before comes from the cache without a parser being loaded.
"""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.compiler.cache import (
    facts_key,
    keep_compiled,
    program_key,
    read_compiled,
)
from brokersql.compiler.program import (
    PAIR_TABLES,
    Criterion,
    FactList,
    PairProgram,
    Program,
    QueryNames,
    RuleInput,
    Statement,
    UnitProgram,
    relation_of,
)
from brokersql.policy import Finding, Policy, PolicyFault

__all__ = [
    "PAIR_TABLES",
    "Criterion",
    "PairProgram",
    "Program",
    "QueryNames",
    "RuleInput",
    "Statement",
    "UnitProgram",
    "check_policy",
    "compile_facts",
    "compile_policy",
    "program_key",
    "relation_of",
]


def compile_policy(policy: Policy) -> Program:
    """Return the program of a policy, from the cache where it is there.

    Raises:
        PolicyFault: everything that is wrong with its files.
    """
    key = program_key(policy)
    kept = read_compiled(key)
    if isinstance(kept, Program):
        return kept
    from brokersql.compiler.compile import build

    program, findings = build(policy)
    if program is None:
        raise PolicyFault(policy.name, findings)
    keep_compiled(key, program)
    return program


def compile_facts(policy: Policy) -> Sequence[Statement]:
    """Return the facts of a policy, each after those that it reads; kept like programs.

    Left out are facts that only a cycle can make, such that read a parameter which the
    policy has not, and what reads one of these.
    """
    key = facts_key(policy)
    kept = read_compiled(key)
    if not isinstance(kept, FactList):
        from brokersql.compiler.compile import read_facts

        kept = FactList(read_facts(policy))
        keep_compiled(key, kept)
    return kept.facts


def check_policy(policy: Policy) -> list[Finding]:
    """Return all that is wrong with the files of a policy; empty if it is sound."""
    try:
        compile_policy(policy)
    except PolicyFault as fault:
        return list(fault.findings)
    return []
