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
    if present == limit or (present > limit and not limit):
        return
    will_do = at_least(limit) if present < limit else float(limit).__ge__
    found, n_tried = ask(search_number(present), will_do)
    assert (found, n_tried <= MOST) == (limit, True)


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


def at_least(limit: float) -> Callable[[float], bool]:
    return lambda value: value >= limit


@pytest.mark.parametrize(
    ("search", "will_do", "found", "most"),
    [
        # a bound that is compared takes itself, one less, and as far on the other side
        (search_number(16_000, ends_of(17_280, 16_000)), at_least(17_280), 17_280, 3),
        (search_number(12_000, ends_of(1_800, 1_500)), at_least(14_400), 14_400, 12),
        (search_number(150, ends_of(321, 150)), at_least(321.5), 322, MOST),
        (search_number(8, ends_of(3, 5)), at_least(math.inf), None, 4),
        # the nearer side counts
        (search_number(100, others=[60, 160]), lambda it: not 60 < it < 160, 60, MOST),
        (search_number(100, others=[40, 130]), lambda it: not 40 < it < 130, 130, MOST),
        # of choices the first that will do
        (search_choice([]), at_least(math.inf), None, 0),
        (search_choice(["3", "2", "1"]), lambda it: it < 3, "2", 2),
    ],
)
def test_the_nearest_value_that_will_do(
    search: Search, will_do: Callable[[float], bool], found: Found, most: int
) -> None:
    value, n_tried = ask(search, will_do)
    assert (value, n_tried <= most) == (found, True)


@pytest.mark.parametrize("limit", [0.83331, 0.25, 0.0123456])
def test_a_fraction_is_found_to_four_digits(limit: float) -> None:
    found, _ = ask(search_number(0.9, is_whole=False), lambda value: value <= limit)
    assert isinstance(found, float)
    assert limit * 0.999 <= found <= limit


def test_zero_is_never_tried_for_it_may_stand_for_no_limit() -> None:
    tried: list[float] = []

    def only_zero(value: float) -> bool:
        tried.append(value)
        return value == 0

    assert ask(search_number(500), only_zero)[0] is None
    assert 0 not in tried


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
