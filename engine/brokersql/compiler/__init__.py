"""The compiler: a `Policy` in, one checked SQL `Program` out; it needs no data.

A program that was compiled before comes from the cache without a parser being loaded.
"""

from __future__ import annotations

from collections.abc import Iterable

from brokersql.compiler.cache import keep_program, program_key, read_program
from brokersql.compiler.program import (
    PAIR_TABLES,
    Criterion,
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
    kept = read_program(key)
    if kept is not None:
        return kept
    from brokersql.compiler.compile import build

    program, findings = build(policy)
    if program is None:
        raise PolicyFault(policy.name, findings)
    keep_program(key, program)
    return program


def compile_facts(policy: Policy, names: Iterable[str]) -> tuple[Statement, ...]:
    """Return facts with all that they read, in the order in which to make them.

    Left out are facts that only a cycle can make, such that read a parameter which the
    policy has not, and what reads one of these.
    """
    asked = sorted(names)
    if not asked:
        return ()
    from brokersql.compiler.compile import read_facts

    return read_facts(policy, asked)


def check_policy(policy: Policy) -> list[Finding]:
    """Return all that is wrong with the files of a policy; empty if it is sound."""
    try:
        compile_policy(policy)
    except PolicyFault as fault:
        return list(fault.findings)
    return []
