"""Every parameter of every shipped policy changes what some rule decides.

The worlds are those that the spec tests draw, which stand at the bounds of the rules: a
parameter whose change shows in none of them could as well be a fixed value there. Its
readers are looked at first, then what reads those, and whole cycles last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from brokersql.errors import BrokersqlError
from brokersql.policy import Parameter, shipped_policies
from tests.spec.shown import Shown, shown_worlds
from tests.spec.stage import load, queries, query, reads

SAMPLE = 6
SEED = 7
LITERAL = re.compile(r"'([^'{}]*)'")
#: Steps from a query that reads a parameter to one that shows it; a cycle is far off.
REACHES = (-1, 0, 1, 3, 8, 99)
CYCLE = 99
#: Parameters of which no drawn world shows a change, with the reason.
SILENT: Mapping[str, str] = {}


@cache
def parameters() -> Mapping[str, frozenset[str]]:
    """Return every parameter as policy.name, with the policies that have it.

    The policy is the one that declares it: of those with one meaning the smallest.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for policy in sorted(shipped_policies(), key=lambda p: len(load(p).parameters)):
        for each in load(policy).parameters:
            found.setdefault((each.name, each.meaning), []).append(policy)
    return {f"{own[0]}.{name}": frozenset(own) for (name, _), own in found.items()}


POLICIES = sorted({name.partition(".")[0] for name in parameters()})


@pytest.mark.parametrize(
    "name", sorted(Random(SEED).sample(sorted(parameters()), SAMPLE))
)
def test_a_parameter_changes_a_decision(name: str) -> None:
    assert not silent([name])


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
def test_every_parameter_changes_a_decision(policy: str) -> None:
    own = [name for name in parameters() if name.partition(".")[0] == policy]
    assert silent(own) == {name for name in SILENT if name in own}


def silent(names: Collection[str]) -> set[str]:
    """Return the parameters of which no drawn world shows a change."""
    left = set(names)
    for least, most in pairwise(REACHES):
        for shown in shown_worlds():
            far = steps(shown.policy, shown.relation, shown.is_cycle)
            for each in sorted(left):
                name = each.partition(".")[2]
                is_near = least < far.get(name, -1) <= most
                if is_near and shown.policy in parameters()[each]:
                    left -= {each} if shows(shown, name) else set()
    return left


def shows(shown: Shown, name: str) -> bool:
    """Tell whether a world shows a change of a parameter.

    Where no reader of the parameter changes, nothing that reads on can.
    """
    parameter = named(shown.policy)[name]
    first = () if shown.is_cycle else readers(shown.policy, shown.relation, parameter)
    for profile in shown.profiles:
        usual = shown.parameters.get(name, parameter.default_of(profile)[0])
        read, base = shown.contents(profile, {}, first), None
        for other in others(shown.policy, parameter, usual):
            change = {name: other}
            try:
                if first and shown.contents(profile, change, first) == read:
                    continue
                base = base or shown.outcome(profile, {})
                if shown.outcome(profile, change) != base:
                    return True
            except BrokersqlError:  # a value that is refused
                continue
    return False


@cache
def named(policy: str) -> Mapping[str, Parameter]:
    """Return the parameters of a policy by their names."""
    return {each.name: each for each in load(policy).parameters}


@cache
def steps(policy: str, relation: str, is_cycle: bool) -> Mapping[str, int]:
    """Return how many steps lie between each parameter and what a world shows."""
    if is_cycle:
        return dict.fromkeys(named(policy), CYCLE)
    found: dict[str, int] = {}
    seen, front = {relation}, [relation]
    for step in range(CYCLE):
        texts = {name: text for name in front if (text := query(policy, name))}
        for each in named(policy).values():
            if any(reading(each).search(text) for text in texts.values()):
                found.setdefault(each.name, step)
        front = list({r for n, text in texts.items() for r in reads(text, n)} - seen)
        seen.update(front)
    return found


@cache
def readers(policy: str, relation: str, parameter: Parameter) -> Sequence[str]:
    """Return what reads a parameter, of all that a relation is made from."""
    seen, front = {relation}, [relation]
    while front:
        texts = {name: query(policy, name) or "" for name in front}
        front = list({r for n, text in texts.items() for r in reads(text, n)} - seen)
        seen.update(front)
    return sorted(
        name for name in seen if reading(parameter).search(query(policy, name) or "")
    )


@cache
def reading(parameter: Parameter) -> re.Pattern[str]:
    """Return what a query has in it that reads a parameter."""
    return re.compile(rf"\b{parameter.relation}\.{parameter.column}\b")


@cache
def tried() -> Mapping[str, Sequence[object]]:
    """Return the values that spec tests give to parameters."""
    found: dict[str, list[object]] = defaultdict(list)
    for shown in shown_worlds():
        for name, value in shown.parameters.items():
            found[name].append(value)
    return found


def others(policy: str, parameter: Parameter, usual: object) -> Iterator[object]:
    """Yield other values of a parameter, those that a profile or a test has first."""
    profiles = [parameter.default_of(each)[0] for each in load(policy).profiles]
    known = (*profiles, *tried().get(parameter.name, ()))
    seen = [usual]
    for other in (*known, *made(policy, parameter, usual)):
        if other is not None and other not in seen:
            seen.append(other)
            yield other


def made(policy: str, parameter: Parameter, usual: object) -> list[object]:
    """Return values near and far from the usual one, or the words of the queries."""
    if parameter.type == "BOOLEAN":
        return [True, False]
    if parameter.type in ("BIGINT", "DOUBLE"):
        value = usual if isinstance(usual, int | float) else 0
        step = 1 if parameter.type == "BIGINT" else (abs(value) or 1.0) / 10
        return [value + step, value - step, 10 * value + 1000 * step, 0 * value]
    words = dict.fromkeys(
        word
        for text in queries(policy).values()
        if reading(parameter).search(text)
        for word in LITERAL.findall(text)
        if word
    )
    if not parameter.type.endswith("[]"):
        return list(words)
    values = usual if isinstance(usual, list | tuple) else ()
    fewer = [tuple(v for v in values if v != gone) for gone in values]
    return [(), *fewer, *((*values, word) for word in words)]
