"""Parameters of shared facts: each, set to another value, changes what it says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.facts.asking import HARDWARE, RELEASE, Case, answers
from tests.facts.machines import cpu, published
from tests.facts.test_classes import LONG_WAITS, SHORT_WAITS, USERS, WAITS
from tests.facts.world import ASRUN, PAGE
from tests.spec.stage import Key, Stage, load

#: A fact, a column of it, and the world that it is about.
About = tuple[str, str, Mapping[str, str]]
#: W is an hour of 12 starts; A and B have as many jobs at Q.
STARTS = {
    "queue_start_rate": """
        queue_name | window_start | window_end | n_started
        Q          | 6 h ago      | 12:00      | 60
        W          | 12 h ago     | 11 h ago   | 12
        N          | 3 min ago    | 12:00      | 6
    """,
    "job_stats": "gshare: A | B, n_jobs: 5 | 5",
}
#: Shares of equal targets: X runs 80 % of its own and has a short queue.
IDLE = {
    "global_share": "name: X | Y, value: 1 | 1",
    "job_stats": """
        gshare | job_status | hs06
        X      | running    | 800
        X      | activated  | 1900
        Y      | running    | 1200
    """,
}
#: X runs twice its target; N has no target.
ORDER = {"global_share": "name: N | X, value: | 1", "job_stats": "gshare: X, hs06: 10"}
EMPTY = {"global_share": "name: X, value: 1", "job_stats": "gshare"}
LONG, SHORT = (("site_class", "class", world) for world in (LONG_WAITS, SHORT_WAITS))
TASK: About = ("task_class", "class", USERS)
WEIGHT, LIMIT, NUMBER = (
    ("site_wait", column, {"job_wait": WAITS})
    for column in ("weight", "w_cl95upp_s", "n_starts")
)
TRR, SHARE_TRR = ((f"{name}_trr", "trr_per_h", STARTS) for name in ("queue", "share"))
NEED: About = ("share_need", "is_idle", IDLE)
USAGE: About = ("share_metric", "usage_perc", EMPTY)
POSITION: About = ("share_order", "position_no", ORDER)
CORES: About = ("task_size", "n_cores", {"task": "core_count: 0"})
MEMORY: About = ("resource_class", "is_high_memory", {})

#: parameter, its other value, what is told, and what of that changes; ... is gone
CASES: tuple[tuple[str, object, About, Mapping[object, object]], ...] = (
    ("class_hi_quantile", 0.667, LONG, {"Q1": 1, "Q2": 1}),
    ("class_lo_quantile", 0.333, LONG, {"Q1": -1, "Q2": -1}),
    ("class_hi_wait_s", 21000.0, LONG, {"Q1": 1}),
    ("class_lo_wait_s", 30000.0, LONG, {"Q3": 0}),
    ("class_hi_max_long", 4, SHORT, {"L4": 1}),
    ("wait_half_life_h", 24.0, WEIGHT, {"Q": 1.707, "rare": 0.5}),
    ("wait_limit_s", 1000.0, LIMIT, {"rare": 1000.0}),
    ("wait_sample_days", 5, NUMBER, {"Q": 3}),
    ("USER_USAGE_THRESHOLD_A", 1001, TASK, {4: 1, 5: 1}),
    ("USER_USAGE_THRESHOLD_B", 8001, TASK, {5: 0}),
    ("PROGRESS_TO_BOOST_A", 95.5, TASK, {11: 1}),
    ("PROGRESS_TO_BOOST_B", 94.9, TASK, {19: 2}),
    ("MAX_REM_JOBS_TO_BOOST_A", 501, TASK, {12: 2}),
    ("MAX_REM_JOBS_TO_BOOST_B", 201, TASK, {18: 2}),
    ("trr_cutoff_min", 59, TRR, {"N": ...}),
    ("trr_window_h", 12, TRR, {"W": 12.0}),
    ("trr_mode", "share", SHARE_TRR, {("Q", "A"): 5.0, ("Q", "B"): 5.0}),
    ("share_idle_fraction", 0.8, NEED, {"X": False}),
    ("share_queued_fraction", 0.6, NEED, {"X": False}),
    ("share_metric_without_target", 7.0, USAGE, {"X": 7.0, "L1 X": 7.0}),
    ("share_ratio_without_target", 0.5, POSITION, {"N": 1, "X": 2}),
    ("any_core_count", 4, CORES, {1: 4}),
    ("high_memory_mb", 3000, MEMORY, {"SCORE_HIMEM": False, "MCORE_HIMEM": False}),
)


def told(about: About, **parameters: object) -> Mapping[Key, object]:
    """Return a column of a fact on the page, some parameters set to other values."""
    fact, column, world = about
    policy = load("panda_job")
    keys = next(file.grain for file in policy.facts if file.stem == fact)
    found = Stage(policy, "page", parameters, world).values(fact, keys, [column])
    return {
        key: round(value, 3) if isinstance(value, float) else value
        for key, value in found.items()
    }


@pytest.mark.parametrize(
    ("name", "value", "about", "changed"), CASES, ids=[case[0] for case in CASES]
)
def test_a_parameter_changes_what_it_says(
    name: str, value: object, about: About, changed: Mapping[object, object]
) -> None:
    usual, found = told(about), told(about, **{name: value})
    new = {k if isinstance(k, tuple) else (k,): v for k, v in changed.items()}
    expected = {**usual, **new}
    assert found == {key: each for key, each in expected.items() if each is not ...}
    assert found != usual


#: parameter: a question, and whether the running system accepts the queue
SWITCHES = {
    "empty_is_any": (Case("", "#x86", HARDWARE, published(cpu(""))), False),
    "cpu_spec_parentheses": (
        Case("", "#(x86|arm)-intel", HARDWARE, published(cpu("x86", "amd"))),
        True,
    ),
    "releases_match": (Case("", asked=RELEASE, releases=("ANY", "x")), False),
}


@pytest.mark.parametrize("name", SWITCHES)
def test_each_switch_of_the_page_by_itself(name: str) -> None:
    """One value of the page among those of the running system."""
    case, is_accepted = SWITCHES[name]
    asrun, page = ASRUN, {**ASRUN, name: PAGE[name]}
    found = [answers([case], each)[""].is_accepted for each in (asrun, page)]
    assert found == [is_accepted, not is_accepted]
