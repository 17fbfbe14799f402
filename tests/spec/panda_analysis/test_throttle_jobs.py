"""-throttle_jobs: the user, or the working group, has reached a cap of jobs."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_analysis.capped import LOAD, USERS, Capped

CAPPED = Capped("jobs")


def test_running_and_twice_as_many_queued(spec: Spec) -> None:
    """As many as the cap pass; jobs of a working group count for the group only."""
    CAPPED.check_users(spec)


def test_a_working_group_has_a_cap_of_its_own(spec: Spec) -> None:
    """Jobs of all its users count."""
    CAPPED.check_groups(spec)


def test_no_cap(spec: Spec) -> None:
    """Unset and 0 are none."""
    CAPPED.check_no_cap(spec)


def test_queued_jobs_per_running_one(spec: Spec) -> None:
    """queued_per_cap: 21 queued jobs are within 3 x 10, beyond 2 x 10."""
    for factor, hits in ((3, {(2, 0)}), (1, {(2, 0), (3, 0), (4, 0)})):
        spec.check(
            gdp_config=CAPPED.caps,
            task=USERS,
            user_job_stats=LOAD,
            parameters={"queued_per_cap": factor},
            expected={*hits},
        )


def test_merge_chunks(spec: Spec) -> None:
    """Merge chunks are throttled on the page, spared in the running system (row 45)."""
    CAPPED.check_merge_chunks(spec)
