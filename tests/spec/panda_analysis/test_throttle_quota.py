"""-throttle_quota: the account uses more disk than its global quota."""

from __future__ import annotations

from tests.spec.check import Spec


def test_bytes_beyond_the_quota(spec: Spec) -> None:
    """As much as the quota passes; 0 is no quota; a group has an account of its own."""
    spec.check(
        task="""
            jedi_task_id | user_name | working_group
            1            | at        |
            2            | above     |
            3            | free      |
            4            | at        | phys
            5            | local     |
        """,
        account_usage="""
            account | quota_kind | bytes         | bytes_limit
            at      | global     | 2000000000000 | 2000000000000
            above   | global     | 2500000000000 | 2000000000000
            free    | global     | 2500000000000 | 0
            phys    | global     | 2500000000000 | 2000000000000
            local   | local      | 2500000000000 | 2000000000000
        """,
        expected={
            (
                2,
                0,
            ): "above uses 2.500 TB > 2.000 TB on type=SCRATCHDISK, 0.500 TB must go",
            (
                4,
                0,
            ): "phys uses 2.500 TB > 2.000 TB on type=SCRATCHDISK, 0.500 TB must go",
        },
    )
