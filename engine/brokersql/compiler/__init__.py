"""Compiler room: a `Policy` in, one checked SQL `Program` out; needs no data.

A program that was compiled before comes from the cache without a parser being loaded.
"""

from __future__ import annotations

from brokersql.compiler.cache import keep_program, program_key, read_program
from brokersql.compiler.program import (
    Criterion,
    Fact,
    NamedSql,
    PairProgram,
    Program,
    UnitProgram,
)
from brokersql.policy import Finding, Policy, PolicyFault

__all__ = [
    "Criterion",
    "Fact",
    "NamedSql",
    "PairProgram",
    "Program",
    "UnitProgram",
    "check_policy",
    "compile_policy",
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


def check_policy(policy: Policy) -> list[Finding]:
    """Return all that is wrong with the files of a policy; empty if it is sound."""
    from brokersql.compiler.compile import build

    return build(policy)[1]
