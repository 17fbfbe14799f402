"""-throttle_cores: the user, or the working group, has reached a cap of cores."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_analysis.capped import Capped

CAPPED = Capped("cores")


def test_running_and_twice_as_many_queued(spec: Spec) -> None:
    """As many as the cap pass; jobs of a working group count for the group only."""
    CAPPED.check_users(spec)


def test_a_working_group_has_a_cap_of_its_own(spec: Spec) -> None:
    """Jobs of all its users count."""
    CAPPED.check_groups(spec)


def test_no_cap(spec: Spec) -> None:
    """Unset and 0 are none."""
    CAPPED.check_no_cap(spec)


def test_merge_chunks(spec: Spec) -> None:
    """Merge chunks are throttled on the page, spared in the running system (row 45)."""
    CAPPED.check_merge_chunks(spec)
