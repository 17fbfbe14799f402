"""-throttle_near_quota: near the global quota only merge jobs are made."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_from_nine_tenths_on(spec: Spec) -> None:
    """Exactly 90 % pass; merge chunks pass. The page has no such throttle (V65)."""
    world = {
        "task": "jedi_task_id: 1 | 2 | 3, user_name: at | above | above, "
        "is_merging: false | false | true",
        "account_usage": "account: at | above, bytes: 90 | 91, bytes_limit: 100",
    }
    near = "above uses 0.000 TB > 90 % of 0.000 TB on type=SCRATCHDISK"
    spec.check(world=world, expected=both(page={}, asrun={(2, 0): near}))
    spec.check(
        world=world,
        parameters={"near_quota": 0.89},
        profile="page",
        expected={(1, 0), (2, 0)},
    )
