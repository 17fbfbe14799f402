"""P times J, and what the code made of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.spec.check import Spec, by_profile

GROUPS = """
    group_name | job_share | job_sharing | allow_background_tqs
    user       | 1000      | false       |
    prod       | 3000      | true        |
    admin      | 500       |             |
    bg         | 1000      | false       | true
    none       |           |             |
"""


def check(
    spec: Spec,
    jobs: str,
    digits: float = 5e-5,
    *,
    page: Sequence[float],
    dirac2009: Sequence[float],
    modern: Sequence[float],
) -> None:
    """Assert the priorities of the task queues in order, profile by profile."""
    told = {"page": page, "dirac2009": dirac2009, "modern": modern}
    near = {
        profile: {n: pytest.approx(it, abs=digits) for n, it in enumerate(values, 1)}
        for profile, values in told.items()
    }
    spec.check_fact(
        "task_queue_priority",
        "priority",
        dirac_job=jobs,
        dirac_group=GROUPS,
        expected=by_profile({}, **near),
    )


def test_a_group_that_shares(spec: Spec) -> None:
    """1/N of the priority of the group, and J by the sums of all its task queues (D4).
    An extra owner does not divide it."""
    jobs = "job_id: 1 | 2 | 3, owner_group: prod, owner: ann | bob | cat, "
    jobs += "platforms: [a] | [b] | [c]"
    code = [1000] * 3
    check(spec, jobs, page=[1000 / 3] * 3, dirac2009=code, modern=code)


def test_users_divide_the_share_of_another_group(spec: Spec) -> None:
    """1/(N U): ann has two task queues, bob one."""
    jobs = "job_id: 1 | 2 | 3, owner: ann | ann | bob, platforms: [a] | [b] | [a]"
    code = [250, 250, 500]
    check(spec, jobs, page=[125, 125, 500], dirac2009=code, modern=code)


def test_user_priorities_divide_the_part_of_the_jobs(spec: Spec) -> None:
    """Sums on the page and in 2009, means in modern; 10 and more are urgent (D14)."""
    jobs = "job_id: 1 | 2, user_priority: 1 | 3, platforms: [a] | [b]"
    code = [250, 750]
    check(spec, jobs, page=[125, 375], dirac2009=code, modern=code)
    jobs = "job_id: 1 | 2 | 3, user_priority: 0, platforms: [a] | [a] | [b]"
    third = 1000 / 3
    code = [2 * third, third]
    check(spec, jobs, page=[third, third / 2], dirac2009=code, modern=[500, 500])
    jobs = "job_id: 1 | 2 | 3 | 4, user_priority: 1 | 1 | 7 | 3, "
    jobs += "platforms: [a] | [a] | [a] | [b]"
    check(spec, jobs, page=[375, 125], dirac2009=[750, 250], modern=[500, 500])
    jobs = "job_id: 1 | 2 | 3, user_priority: 10 | 1 | 1, "
    jobs += "platforms: [a] | [b] | [b], owner: ann | ann | bob"
    page, code, modern = [250, 0.00025, 500], [500, 0.0005, 500], [500, 0.001, 500]
    check(spec, jobs, 1e-3, page=page, dirac2009=code, modern=modern)


def test_sites_alone_do_not_dilute_in_modern(spec: Spec) -> None:
    """D17: task queues that differ in sites and RAM have the sum of their class; those
    that differ in RAM alone are one on the page and in 2009."""
    jobs = "job_id: 1 | 2 | 3 | 4, sites: [A] | [B] | |, platforms: | | | [x], "
    jobs += "min_ram: | 2000 | |"
    modern = [750, 750, 750, 250]
    check(spec, jobs, page=[62.5] * 4, dirac2009=[250] * 4, modern=modern)


def test_background(spec: Spec) -> None:
    """A group may have task queues that wait for all others, by their mean."""
    jobs = "job_id: 1 | 2 | 3, owner_group: bg, user_priority: 0 | 1 | 3, "
    jobs += "platforms: [a] | [b] | [c]"
    code, modern = [0.0025, 249.9994, 749.9981], [0.001, 250, 750]
    check(spec, jobs, page=[it / 3 for it in code], dirac2009=code, modern=modern)
    jobs = "job_id: 1 | 2, owner_group: bg | user, user_priority: 0"
    code = [1000, 1000]
    check(spec, jobs, page=code, dirac2009=code, modern=[0.001, 1000])


def test_the_least_priority(spec: Spec) -> None:
    """A share of 0 is stored as such, and drawn as 0.001; modern stores that (D16).
    One below 0 is 0: the group keeps its other properties."""
    for share in (0, -5):
        spec.check_fact(
            "task_queue_priority",
            ["priority", "draw_priority"],
            dirac_group=f"group_name: user, job_share: {share}",
            expected=by_profile({1: (0.0, 0.001)}, modern={1: (0.001, 0.001)}),
        )


def test_raw_user_priorities_may_all_be_zero(spec: Spec) -> None:
    """Then the task queues weigh alike."""
    spec.check_fact(
        "task_queue_priority",
        ["job_part", "priority"],
        profile="dirac2009",
        parameters={"use_real_priority": False},
        dirac_job="job_id: 1 | 2, user_priority: 0, platforms: [a] | [b]",
        expected={1: (0.5, 500.0), 2: (0.5, 500.0)},
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
        page=[500, 500, 1125, 375, *rest],
        dirac2009=[500, 500, 2250, 750, *rest],
        modern=[500, 500, 1500, 1500, *rest],
    )
