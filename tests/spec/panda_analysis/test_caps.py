"""Caps of the jobs and cores of users and working groups: T1 and T2.

-throttle_jobs and -throttle_cores. The cap is 10 of a user, 20 of a group.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_analysis"
of_both = pytest.mark.parametrize("rule", ["throttle_jobs", "throttle_cores"])
TASKS = """
    jedi_task_id | orig_user_name | working_group
    1            | at             |
    2            | above          |
    3            | queued         |
    4            | many           |
    5            | group          | phys
    6            | nobody         |
"""
#: What is capped, and what is not.
LOAD = """
    prod_user_name | working_group | job_status | {} | {}
    at             |               | running    | 10 | 1
    above          |               | running    | 11 | 1
    above          | phys          | running    | 9  | 1
    queued         |               | activated  | 20 | 1
    many           |               | defined    | 11 | 1
    many           |               | throttled  | 10 | 1
"""


def loaded(rule: str) -> Mapping[str, str]:
    """Draw tasks, and jobs or cores of their users and groups."""
    names = ("n_jobs", "n_cores")
    names = names if rule == "throttle_jobs" else names[::-1]
    return {"task": TASKS, "user_job_stats": LOAD.format(*names)}


def cap(rule: str) -> str:
    """Return the key of the cap of a user."""
    return f"CAP_RUNNING_USER_{rule.removeprefix('throttle_').upper()}"


def caps(rule: str) -> str:
    """Draw both caps."""
    group = cap(rule).replace("USER", "GROUP")
    return f"""
        app         | component | key         | value | type
        pandaserver | prio_mgr  | {cap(rule)} | 10    | int
        pandaserver | prio_mgr  | {group}     | 20    | int
    """


@of_both
def test_running_and_twice_as_many_queued(rule: str) -> None:
    """As many as the cap pass; jobs of a working group count for the group only."""
    what, key = rule.removeprefix("throttle_"), cap(rule)
    Spec(POLICY, rule).check(
        gdp_config=caps(rule),
        world=loaded(rule),
        expected={
            (2, 0): f"above has 11 running {what} > {key} 10, 1 must end",
            (4, 0): f"many has 21 queued {what} > 2 x {key} 10, 1 must start",
        },
    )


@of_both
def test_a_working_group_has_a_cap_of_its_own(rule: str) -> None:
    """Jobs of all its users count."""
    Spec(POLICY, rule).check(
        gdp_config=caps(rule),
        task="jedi_task_id: 1 | 2, orig_user_name: a, working_group: phys | perf",
        user_job_stats="""
            prod_user_name | working_group | n_cores | running
            a              | phys          | 11      | 11
            b              | phys          | 10      | 10
            a              | perf          | 20      | 20
        """,
        expected={1},
    )


@of_both
def test_no_cap(rule: str) -> None:
    """Unset and 0 are none."""
    world = loaded(rule)
    for parameters in ({}, {cap(rule): 0}):
        Spec(POLICY, rule).check(world=world, parameters=parameters, expected=set())


@pytest.mark.parametrize(
    ("factor", "hits"), [(3, {(2, 0)}), (1, {(2, 0), (3, 0), (4, 0)})]
)
def test_queued_jobs_per_running_one(factor: int, hits: set[tuple[int, int]]) -> None:
    """queued_per_cap: 21 queued jobs are within 3 x 10, beyond 2 x 10."""
    Spec(POLICY, "throttle_jobs").check(
        gdp_config=caps("throttle_jobs"),
        world=loaded("throttle_jobs"),
        parameters={"queued_per_cap": factor},
        expected={*hits},
    )


@of_both
def test_merge_chunks(rule: str) -> None:
    """Merge chunks are throttled on the page, spared in the running system (row 45)."""
    Spec(POLICY, rule).check(
        gdp_config=caps(rule),
        input_chunk="chunk_no: 0 | 1, is_merging: true | false",
        user_job_stats="n_cores: 11, running: 11",
        expected=both(page={(1, 0), (1, 1)}, asrun={(1, 1)}),
    )
