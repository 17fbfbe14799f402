"""-throttle_quota_lookup: the quota of the account could not be looked up."""

from __future__ import annotations

from tests.spec.check import Spec


def test_a_look_up_that_failed(spec: Spec) -> None:
    """Global or local: bytes are NULL; no row is no quota."""
    spec.check(
        task="jedi_task_id: 1 | 2 | 3 | 4, user_name: known | unknown | local | none",
        account_usage="""
            account | quota_kind | bytes | bytes_limit
            known   | global     | 1     | 100
            unknown | global     |       | 100
            local   | local      |       | 100
        """,
        expected={
            (2, 0): "the quota of unknown is unknown",
            (3, 0): "the quota of local is unknown",
        },
    )
