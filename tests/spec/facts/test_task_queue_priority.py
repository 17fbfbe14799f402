"""P times J, and what the code made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.spec.check import Spec

GROUPS = """
    group_name | job_share | job_sharing | allow_background_tqs
    user       | 1000      | false       |
    prod       | 3000      | true        |
    admin      | 500       |             |
    bg         | 1000      | false       | true
    none       |           |             |
"""
PROFILES = ("page", "dirac2009", "modern")


def check(
    spec: Spec,
    jobs: str,
    priorities: Mapping[str, Sequence[float]],
    digits: float = 5e-5,
) -> None:
    """Assert the priorities of the task queues in order, profile by profile."""
    for profile, values in priorities.items():
        spec.check_fact(
            "task_queue_priority",
            "priority",
            profile=profile,
            dirac_job=jobs,
            dirac_group=GROUPS,
            expected={
                (n,): pytest.approx(value, abs=digits)
                for n, value in enumerate(values, 1)
            },
        )


def test_a_group_that_shares(spec: Spec) -> None:
    """1/N of the priority of the group, and J by the sums of all its task queues (D4).

    An extra owner does not divide it.
    """
    jobs = """
        job_id | owner_group | owner | platforms
        1      | prod        | ann   | [a]
        2      | prod        | bob   | [b]
        3      | prod        | cat   | [c]
    """
    third = [1000 / 3] * 3
    check(spec, jobs, {"page": third, "dirac2009": [1000] * 3, "modern": [1000] * 3})


def test_users_divide_the_share_of_another_group(spec: Spec) -> None:
    """1/(N U): ann has two task queues, bob one."""
    jobs = "job_id: 1 | 2 | 3, owner: ann | ann | bob, platforms: [a] | [b] | [a]"
    code = [250, 250, 500]
    check(spec, jobs, {"page": [125, 125, 500], "dirac2009": code, "modern": code})


def test_user_priorities_divide_the_part_of_the_jobs(spec: Spec) -> None:
    """Sums on the page and in 2009, means in modern; 10 and more are urgent (D14)."""
    jobs = "job_id: 1 | 2, user_priority: 1 | 3, platforms: [a] | [b]"
    code = [250, 750]
    check(spec, jobs, {"page": [125, 375], "dirac2009": code, "modern": code})
    jobs = """
        job_id | user_priority | platforms
        1      | 1             | [a]
        2      | 1             | [a]
        3      | 7             | [a]
        4      | 3             | [b]
    """
    check(
        spec, jobs, {"page": [375, 125], "dirac2009": [750, 250], "modern": [500, 500]}
    )
    jobs = """
        job_id | user_priority | platforms | owner
        1      | 10            | [a]       | ann
        2      | 1             | [b]       | ann
        3      | 1             | [b]       | bob
    """
    check(
        spec,
        jobs,
        {
            "page": [250, 0.00025, 500],
            "dirac2009": [500, 0.0005, 500],
            "modern": [500, 0.001, 500],
        },
        1e-3,
    )


def test_sites_alone_do_not_dilute_in_modern(spec: Spec) -> None:
    """D17: task queues that differ in sites and RAM have the sum of their class."""
    jobs = """
        job_id | sites | platforms | min_ram
        1      | [A]   |           |
        2      | [B]   |           | 2000
        3      |       |           |
        4      |       | [x]       |
    """
    check(spec, jobs, {"dirac2009": [250] * 4, "modern": [750, 750, 750, 250]})


def test_background(spec: Spec) -> None:
    """A group may have task queues that wait for all others, by their mean."""
    jobs = """
        job_id | owner_group | user_priority | platforms
        1      | bg          | 0             | [a]
        2      | bg          | 1             | [b]
        3      | bg          | 3             | [c]
    """
    check(
        spec,
        jobs,
        {"dirac2009": [0.0025, 249.9994, 749.9981], "modern": [0.001, 250, 750]},
    )
    jobs = "job_id: 1 | 2, owner_group: bg | user, user_priority: 0 | 0"
    check(spec, jobs, {"modern": [0.001, 1000]})


def test_the_least_priority(spec: Spec) -> None:
    """A share of 0 is stored as such, and drawn as 0.001; modern stores that (D16)."""
    shares = "group_name: user, job_share: 0"
    for profile, priority in (("page", 0.0), ("dirac2009", 0.0), ("modern", 0.001)):
        spec.check_fact(
            "task_queue_priority",
            ["priority", "draw_priority"],
            profile=profile,
            dirac_group=shares,
            expected={(1,): (priority, 0.001)},
        )


def test_raw_user_priorities_may_all_be_zero(spec: Spec) -> None:
    """Then the task queues weigh alike."""
    spec.check_fact(
        "task_queue_priority",
        ["job_part", "priority"],
        profile="dirac2009",
        parameters={"use_real_priority": False},
        dirac_job="job_id: 1 | 2, user_priority: 0 | 0, platforms: [a] | [b]",
        expected={(1,): (0.5, 500.0), (2,): (0.5, 500.0)},
    )


def test_competition(spec: Spec) -> None:
    """Users of several groups, a group that shares, and one without a share."""
    jobs = """
        job_id | owner_group | owner | platforms
        1      | user        | ann   |
        2      | user        | ann   |
        3      | user        | bob   |
        4      | prod        | cat   |
        5      | prod        | cat   |
        6      | prod        | cat   |
        7      | prod        | dan   | [x]
        8      | admin       | eve   |
        9      | none        | eve   |
        10     | unknown     | eve   |
    """
    rest = [500, 1000, 1000]
    check(
        spec,
        jobs,
        {
            "page": [500, 500, 1125, 375, *rest],
            "dirac2009": [500, 500, 2250, 750, *rest],
            "modern": [500, 500, 1500, 1500, *rest],
        },
    )
