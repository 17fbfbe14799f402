"""-local_quota: the account has reached its quota at the output endpoint."""

from __future__ import annotations

from tests.spec.check import Spec


def test_bytes_at_the_endpoint(spec: Spec) -> None:
    """Exactly the quota fails; 0 is none; a global quota is another matter. Of two rows
    of an endpoint the largest numbers count."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        account_usage="""
            quota_kind | rse        | bytes         | bytes_limit
            local      | A_DATADISK | 2000000000000 | 2000000000000
            local      | B_DATADISK | 1999999999999 | 2000000000000
            local      | C_DATADISK | 2000000000000 | 0
            global     | D_DATADISK | 2000000000000 | 1
            local      | E_DATADISK | 3000000000000 | 1000000000000
            local      | E_DATADISK | 1000000000000 | 2000000000000
        """,
        expected={
            "A": "/CN=Jane uses 2.000 TB of 2.000 TB at A_DATADISK",
            "E": "/CN=Jane uses 3.000 TB of 2.000 TB at E_DATADISK",
        },
    )
