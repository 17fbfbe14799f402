"""Every parameter of every shipped policy changes what some rule decides.

parameter_tests.tsv names the test that shows it. A spec test draws a world that stands
at a bound of a rule; there another value of the parameter leads to another outcome.
Other tests set the parameter themselves.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from brokersql.core.errors import BrokersqlError
from brokersql.policy import Parameter, shipped_policies
from tests.spec.shown import Shown, shown_worlds
from tests.spec.stage import load, queries

HERE = Path(__file__)
SAMPLE = 12
SEED = 7
LITERAL = re.compile(r"'([^'{}]*)'")


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


@cache
def tests_of_parameters() -> Mapping[str, str]:
    """Return the test that shows what a parameter changes, below the folder tests."""
    text = (HERE.parent / "parameter_tests.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    return {row["parameter"]: row["test"] for row in rows}


def test_every_parameter_has_a_test() -> None:
    assert {*tests_of_parameters()} == {*parameters()}
    for test in {*tests_of_parameters().values()}:
        file, _, function = test.partition("::")
        text = (HERE.parents[1] / file).read_text(encoding="utf-8")
        assert f"def {function}(" in text, test


@pytest.mark.parametrize(
    "name", sorted(Random(SEED).sample(sorted(parameters()), SAMPLE))
)
def test_a_parameter_changes_a_decision(name: str) -> None:
    assert acts(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(parameters()))
def test_any_parameter_changes_a_decision(name: str) -> None:
    assert acts(name)


def acts(name: str) -> bool:
    """Tell whether the test of a parameter shows that it changes something."""
    test = tests_of_parameters()[name]
    policy, _, parameter = name.partition(".")
    if test in {each.test for each in shown_worlds()}:
        return any(
            shows(each, parameter)
            for each in shown_worlds()
            if each.test == test and each.policy in parameters()[name]
        )
    file, _, function = test.partition("::")
    text = (HERE.parents[1] / file).read_text(encoding="utf-8")
    names = f"{parameter}|{named(policy)[parameter].key or parameter}"
    is_set = re.search(rf"\b(?:{names})", text) is not None
    return is_set and f"def {function}(" in text


def shows(shown: Shown, name: str) -> bool:
    """Tell whether a world shows a change of a parameter."""
    parameter = named(shown.policy)[name]
    for profile in shown.profiles:
        base = shown.outcome(profile, {})
        for key in keys(shown, parameter):
            usual = shown.parameters.get(key, parameter.default_of(profile)[0])
            for other in others(shown.policy, parameter, usual):
                try:
                    if shown.outcome(profile, {key: other}) != base:
                        return True
                except BrokersqlError:  # a value that is refused
                    continue
    return False


def keys(shown: Shown, parameter: Parameter) -> Sequence[str]:
    """Return the names under which a world may set a parameter.

    One with a value per share, label, workflow or group is set for those drawn.
    """
    if parameter.per is None:
        return [parameter.name]
    text = "\n".join([*shown.parameters, *shown.tables.values()])
    stems = f"{parameter.name}|{parameter.key}"
    return [*dict.fromkeys(re.findall(rf"\b(?:{stems})_\w+(?: \w+)?", text))]


@cache
def named(policy: str) -> Mapping[str, Parameter]:
    """Return the parameters of a policy by their names."""
    return {each.name: each for each in load(policy).parameters}


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
    if parameter.choices:
        return [*parameter.choices]
    reading = re.compile(rf"\b{parameter.relation}\.{parameter.column}\b")
    words = dict.fromkeys(
        word
        for text in queries(policy).values()
        if reading.search(text)
        for word in LITERAL.findall(text)
        if word
    )
    if not parameter.type.endswith("[]"):
        return list(words)
    values = usual if isinstance(usual, list | tuple) else ()
    fewer = [tuple(v for v in values if v != gone) for gone in values]
    return [(), *fewer, *((*values, word) for word in words)]
