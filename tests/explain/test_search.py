"""The nearest value that will do, found by asking about one value at a time."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brokersql.explain.changes.nearest_value import (
    Found,
    Gap,
    Gaps,
    Search,
    ends_of,
    search_choice,
    search_number,
)

#: Trials that a search may take before it is no help any more.
MOST = 60
COUNTS = st.integers(0, 1_000_000)


def ask(search: Search, will_do: Callable[[float], bool]) -> tuple[Found, int]:
    """Return what a search finds, and how many values it tried."""
    n_tried = 0
    try:
        value = next(search)
        while True:
            n_tried += 1
            value = search.send(int(not will_do(float(value))))
    except StopIteration as done:
        return done.value, n_tried


@given(present=COUNTS, limit=COUNTS)
@settings(max_examples=60, deadline=None)
def test_a_limit_is_found_exactly_from_either_side(present: int, limit: int) -> None:
    if present < limit:
        found, n_tried = ask(search_number(present), lambda value: value >= limit)
        assert found == limit
    elif 0 < limit < present:
        found, n_tried = ask(search_number(present), lambda value: value <= limit)
        assert found == limit
    else:
        return
    assert n_tried <= MOST


@pytest.mark.parametrize("bound", [217_777, 217_776.5, 217_777.5])
def test_what_a_rule_misses_at_two_values_saves_trials(bound: float) -> None:
    gaps: Gaps = {}

    def will_do(value: float) -> bool:
        gaps[value] = Gap("memory", 0.9 * (bound - value)) if value < bound else None
        return value >= bound

    found, n_tried = ask(search_number(500, gaps=gaps), will_do)
    assert (found, n_tried <= 8) == (math.ceil(bound), True)
    # no line, or one that leads nowhere, only costs trials
    for gap in (0.0, math.nan, math.inf, 1e-320):
        gaps = {value: Gap("memory", gap * value) for value in range(1, 2000)}
        found, _ = ask(search_number(500, gaps=gaps), lambda value: value >= 1000)
        assert found == 1000


@pytest.mark.parametrize(
    ("present", "asked", "offered", "limit"),
    [(16_000, 17_280, 16_000, 17_280), (12_000, 1_800, 1_500, 14_400)],
)
def test_numbers_that_are_compared_save_trials(
    present: int, asked: float, offered: float, limit: int
) -> None:
    search = search_number(present, ends_of(asked, offered))
    found, n_tried = ask(search, lambda value: value >= limit)
    assert found == limit
    assert n_tried <= 12


def test_a_strict_limit_takes_one_more() -> None:
    search = search_number(150, ends_of(321, 150))
    assert ask(search, lambda value: value > 321)[0] == 322


@pytest.mark.parametrize("limit", [0.83331, 0.25, 0.0123456])
def test_a_fraction_is_found_to_four_digits(limit: float) -> None:
    found, _ = ask(search_number(0.9, is_whole=False), lambda value: value <= limit)
    assert isinstance(found, float)
    assert limit * 0.999 <= found <= limit


def test_no_value_is_no_answer() -> None:
    found, n_tried = ask(search_number(8, ends_of(3, 5)), lambda value: False)
    assert found is None
    assert n_tried <= 4
    assert ask(search_choice([]), lambda value: True) == (None, 0)


def test_zero_is_never_tried_for_it_may_stand_for_no_limit() -> None:
    tried: list[float] = []

    def only_zero(value: float) -> bool:
        tried.append(value)
        return value == 0

    assert ask(search_number(500), only_zero)[0] is None
    assert 0 not in tried


def test_the_nearer_side_counts() -> None:
    """From 100 both 60 and 160 will do, then 40 and 130: the nearer one is found."""
    for second, above, nearest in ((60, 160, 60), (40, 130, 130)):
        search = search_number(100, others=[second, above])
        found, _ = ask(search, lambda it, b=second, a=above: it <= b or it >= a)
        assert found == nearest


def test_a_bound_that_is_compared_is_proven_by_two_more_trials() -> None:
    search = search_number(16_000, ends_of(17_280, 16_000))
    found, n_tried = ask(search, lambda value: value >= 17_280)
    assert (found, n_tried) == (17_280, 3)  # it, one less, and as far on the other side


def test_of_several_pairs_most_count_and_then_the_nearest() -> None:
    limits = (20, 30, 30, -1)  # one pair passes with no value

    def left(value: float) -> int:
        return sum(value < limit or limit < 0 for limit in limits)

    search = search_number(10, [(20, 10), (30, 10), (30, 10), (99, 10)], 4)
    value = next(search)
    try:
        while True:
            value = search.send(left(float(value)))
    except StopIteration as done:
        assert done.value == 30


def test_of_choices_the_first_that_will_do() -> None:
    choices = ["3", "2", "1"]
    assert ask(search_choice(choices), lambda value: value < 3) == ("2", 2)
