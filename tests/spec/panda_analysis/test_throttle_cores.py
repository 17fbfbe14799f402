"""-throttle_cores: the user, or the working group, has reached a cap of cores."""

from __future__ import annotations

from tests.spec.check import Spec, both

CAPS = """
    app         | component | key                     | value | type
    pandaserver | prio_mgr  | CAP_RUNNING_USER_CORES   | 10    | int
    pandaserver | prio_mgr  | CAP_RUNNING_GROUP_CORES  | 20    | int
"""

USERS = """
    jedi_task_id | orig_user_name | working_group
    1            | at             |
    2            | above          |
    3            | queued         |
    4            | many           |
    5            | group          | phys
    6            | nobody         |
"""
LOAD = """
    prod_user_name | working_group | job_status | n_jobs | n_cores
    at             |               | running    | 10     | 10
    above          |               | running    | 11     | 11
    above          | phys          | running    | 9      | 9
    queued         |               | activated  | 20     | 20
    many           |               | defined    | 11     | 11
    many           |               | throttled  | 10     | 10
"""


def test_running_and_twice_as_many_queued(spec: Spec) -> None:
    """As many as the cap pass; jobs of a working group count for the group only."""
    spec.check(
        gdp_config=CAPS,
        task=USERS,
        user_job_stats=LOAD,
        expected={
            (2, 0): "above has 11 running cores > CAP_RUNNING_USER_CORES 10, "
            "1 have to end",
            (4, 0): "many has 21 queued cores > 2 x CAP_RUNNING_USER_CORES 10, "
            "1 have to start",
        },
    )


def test_a_working_group_has_a_cap_of_its_own(spec: Spec) -> None:
    """Jobs of all its users count."""
    spec.check(
        gdp_config=CAPS,
        task="""
            jedi_task_id | orig_user_name | working_group
            1            | a              | phys
            2            | a              | perf
        """,
        user_job_stats="""
            prod_user_name | working_group | job_status | n_jobs | n_cores
            a              | phys          | running    | 11     | 11
            b              | phys          | running    | 10     | 10
            a              | perf          | running    | 20     | 20
        """,
        expected={(1, 0)},
    )


def test_no_cap(spec: Spec) -> None:
    """Unset and 0 are none."""
    spec.check(task=USERS, user_job_stats=LOAD, expected=set())
    spec.check(
        task=USERS,
        user_job_stats=LOAD,
        parameters={"CAP_RUNNING_USER_CORES": 0},
        expected=set(),
    )


def test_merge_chunks(spec: Spec) -> None:
    """Merge chunks are throttled on the page, spared in the running system (row 45)."""
    spec.check(
        gdp_config=CAPS,
        input_chunk="""
            chunk_no | is_merging
            0        | true
            1        | false
        """,
        user_job_stats="""
            job_status | n_jobs | n_cores
            running    | 11     | 11
        """,
        expected=both(page={(1, 0), (1, 1)}, asrun={(1, 1)}),
    )
