"""Steps and bits: the order in which rules speak, and which of them is reported.

The reported reason of a pair is the lowest bit of its mask. So bits count in report
order: drop filters as the policy lists them, set rules, then defer filters from the
last to the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from brokersql.compiler.program import Criterion
from brokersql.policy import Finding, Policy, SourceFile

#: Bit 63 of a BIGINT is its sign, and 63 means that nothing rejects.
MOST_BITS = 63

FileKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The step of every rule file and the bit of those that reject pairs."""

    steps: Mapping[FileKey, int]
    bits: Mapping[FileKey, int]


def number_bits(policy: Policy) -> Numbered:
    """Return steps and bits; bits beyond the last are given all the same."""
    drops = [file for file in policy.filters if file.header.text("effect") == "drop"]
    defers = [file for file in policy.filters if file not in drops]
    ranked = [*drops, *policy.set_rules, *reversed(defers)]
    return Numbered(
        {_key(file): step for step, file in enumerate(policy.rules, start=1)},
        {_key(file): bit for bit, file in enumerate(ranked)},
    )


def check_bits(policy: Policy, numbered: Numbered) -> list[Finding]:
    """Return the fault of a policy with more rules than a mask has bits, or none."""
    if not policy.filters:
        message = "the policy has no filters, so no pair would have a verdict"
        return [policy.subject.finding(0, 1, message, "list them in policy.toml")]
    if len(numbered.bits) <= MOST_BITS:
        return []
    file = (*policy.filters, *policy.set_rules)[MOST_BITS]
    message = f"filter {MOST_BITS + 1} of the policy: a mask has {MOST_BITS} bits"
    return [file.finding(0, 1, message, "merge two filters, or drop one")]


def drop_bits(policy: Policy, numbered: Numbered) -> int:
    """Return the bits of all drop filters in one number."""
    drops = [file for file in policy.filters if file.header.text("effect") == "drop"]
    return sum(1 << numbered.bits[_key(file)] for file in drops)


def criteria_of(
    policy: Policy, numbered: Numbered, grains: Mapping[FileKey, str]
) -> tuple[Criterion, ...]:
    """Return one row for each rule file, in the order of their steps."""
    return tuple(_criterion(file, numbered, grains) for file in policy.rules)


def _criterion(
    file: SourceFile, numbered: Numbered, grains: Mapping[FileKey, str]
) -> Criterion:
    header = file.header
    return Criterion(
        bit=numbered.bits.get(_key(file)),
        step=numbered.steps[_key(file)],
        criterion=header.text("criterion"),
        label=header.text("label"),
        title=header.text("title"),
        effect=header.text("effect"),
        cls=header.text("class"),
        source=header.text("source"),
        file=file.shown,
        stage=file.stage,
        stem=file.stem,
        grain=grains.get(_key(file), "task" if file.stage == "gates" else "pair"),
    )


def _key(file: SourceFile) -> FileKey:
    return file.stage, file.stem
