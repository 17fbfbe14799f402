"""Parameters of shared facts: each, set to another value, changes what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from tests.facts.asking import HARDWARE, RELEASE, Case, answers
from tests.facts.machines import cpu, published
from tests.facts.test_classes import (
    LONG_WAITS,
    MERGES,
    SHORT_WAITS,
    SNAPSHOT,
    WAITS,
    classes,
    started,
    users,
)
from tests.facts.test_resource_types import PRODUCTION
from tests.facts.test_shares import jobs, share, usage
from tests.facts.world import ASRUN, PAGE, Row, World

Column = Mapping[object, object]


def sites(waits: Mapping[str, float]) -> Callable[[Row], Column]:
    """Return what tells the classes of the sites."""

    def found(parameters: Row) -> Column:
        rows = classes(waits, parameters, job=MERGES).rows("site_class")
        return {row["queue_name"]: row["class"] for row in rows}

    return found


def waits(column: str) -> Callable[[Row], Column]:
    """Return what tells a column of the waits at the sites, to three digits."""

    def found(parameters: Row) -> Column:
        world = World(parameters, snapshot=SNAPSHOT, job_wait=WAITS)
        rows = world.rows("site_wait")
        return {row["queue_name"]: round(row[column], 3) for row in rows}

    return found


def tasks(parameters: Row) -> Column:
    rows = users(parameters).rows("task_class")
    return {row["jedi_task_id"]: row["class"] for row in rows}


def idle(parameters: Row) -> Column:
    """Shares of equal targets: X runs 80 % of its own and has a short queue."""
    loads = [
        *(jobs("X", "running", 800), jobs("X", "activated", 1900)),
        jobs("Y", "running", 1200),
    ]
    rows = usage([share("X", 1), share("Y", 1)], loads, parameters).rows("share_need")
    return {row["name"]: row["is_idle"] for row in rows}


def full(parameters: Row) -> Column:
    rows = usage([share("X", 1)], [], parameters).rows("share_metric")
    return {row["name"]: row["usage_perc"] for row in rows}


def order(parameters: Row) -> Column:
    """X runs twice its target; N has no target."""
    tree, loads = [share("N", None), share("X", 1)], [jobs("X", "running", 10)]
    rows = usage(tree, loads, parameters).rows("share_order")
    return {row["name"]: row["position_no"] for row in rows}


def starts(fact: str) -> Callable[[Row], Column]:
    """Return what tells the starts per hour at queues; W is an hour of 12 starts."""

    def found(parameters: Row) -> Column:
        rates = [started("Q", 6, 0, 60, None), started("W", 12, 11, 12, None)]
        rates.append(started("N", 0.05, 0, 6, None))
        loads = [jobs(name, "running", 0, queue_name="Q", n_jobs=5) for name in "AB"]
        world = World(
            parameters, snapshot=SNAPSHOT, queue_start_rate=rates, job_stats=loads
        )
        return {
            (row["queue_name"], row.get("gshare")): round(row["trr_per_h"], 3)
            for row in world.rows(fact)
        }

    return found


def cores(parameters: Row) -> Column:
    task = {"jedi_task_id": 1, "core_count": 0, "ram_count": 8000, "ram_unit": "MB"}
    rows = World(parameters, resource_type=PRODUCTION, task=[task]).rows("task_size")
    return {row["jedi_task_id"]: row["n_cores"] for row in rows}


def high_memory(parameters: Row) -> Column:
    rows = World(parameters, resource_type=PRODUCTION).rows("resource_class")
    names = ("SCORE", "SCORE_HIMEM", "SCORE_VHIMEM")
    found = {row["resource_name"]: row["is_high_memory"] for row in rows}
    return {name: found[name] for name in names}


#: parameter, its other value, what is told, and what of that changes; ... is gone
CASES: tuple[tuple[str, object, Callable[[Row], Column], Column], ...] = (
    ("class_hi_quantile", 0.667, sites(LONG_WAITS), {"Q1": 1, "Q2": 1}),
    ("class_lo_quantile", 0.333, sites(LONG_WAITS), {"Q1": -1, "Q2": -1}),
    ("class_hi_wait_s", 21000.0, sites(LONG_WAITS), {"Q1": 1}),
    ("class_lo_wait_s", 30000.0, sites(LONG_WAITS), {"Q3": 0}),
    ("class_hi_max_long", 4, sites(SHORT_WAITS), {"L4": 1}),
    ("wait_half_life_h", 24.0, waits("weight"), {"Q": 1.707, "rare": 0.5}),
    ("wait_limit_s", 1000.0, waits("w_cl95upp_s"), {"rare": 1000.0}),
    ("wait_sample_days", 5, waits("n_starts"), {"Q": 3}),
    ("USER_USAGE_THRESHOLD_A", 1001, tasks, {4: 1, 5: 1}),
    ("USER_USAGE_THRESHOLD_B", 8001, tasks, {5: 0}),
    ("PROGRESS_TO_BOOST_A", 95.5, tasks, {11: 1}),
    ("PROGRESS_TO_BOOST_B", 94.9, tasks, {19: 2}),
    ("MAX_REM_JOBS_TO_BOOST_A", 501, tasks, {12: 2}),
    ("MAX_REM_JOBS_TO_BOOST_B", 201, tasks, {18: 2}),
    ("trr_cutoff_min", 60, starts("queue_trr"), {("N", None): ...}),
    ("trr_window_h", 12, starts("queue_trr"), {("W", None): 12.0}),
    ("trr_mode", "share", starts("share_trr"), {("Q", "A"): 5.0, ("Q", "B"): 5.0}),
    ("share_idle_fraction", 0.8, idle, {"X": False}),
    ("share_queued_fraction", 0.6, idle, {"X": False}),
    ("share_metric_without_target", 7.0, full, {"X": 7.0, "L1 X": 7.0}),
    ("share_ratio_without_target", 0.5, order, {"N": 1, "X": 2}),
    ("any_core_count", 4, cores, {1: 4}),
    ("high_memory_mb", 3000, high_memory, {"SCORE_HIMEM": False}),
)


@cache
def usual(found: Callable[[Row], Column]) -> Column:
    """Return what is told with the values of the page."""
    return found(PAGE)


@pytest.mark.parametrize(
    ("name", "value", "found", "changed"), CASES, ids=[case[0] for case in CASES]
)
def test_a_parameter_changes_what_it_says(
    name: str, value: object, found: Callable[[Row], Column], changed: Column
) -> None:
    parameters = {**PAGE, name.lower(): value}
    expected = {**usual(found), **changed}
    assert found(parameters) == {k: v for k, v in expected.items() if v is not ...}
    assert found(parameters) != usual(found)


#: parameter, a question, and whether the running system accepts the queue
SWITCHES = (
    ("empty_is_any", Case("", "#x86_64", HARDWARE, published(cpu(""))), False),
    (
        "cpu_spec_parentheses",
        Case(
            *("", "#(x86_64|aarch64)-intel", HARDWARE),
            published(cpu("x86_64", "amd")),
        ),
        True,
    ),
    ("releases_match", Case("", asked=RELEASE, releases=("ANY", "x")), False),
)


@pytest.mark.parametrize(("name", "case", "is_accepted"), SWITCHES)
def test_each_switch_of_the_page_by_itself(
    name: str, case: Case, is_accepted: bool
) -> None:
    """One value of the page among those of the running system."""
    for parameters, expected in (
        (ASRUN, is_accepted),
        ({**ASRUN, name: PAGE[name]}, not is_accepted),
    ):
        (answer,) = answers([case], parameters).values()
        assert answer.is_accepted is expected
