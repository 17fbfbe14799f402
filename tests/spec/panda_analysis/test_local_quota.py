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


def test_the_output_endpoint_is_one_that_the_queue_writes_to(spec: Spec) -> None:
    """Without the role write_lan (B) an endpoint is no default output."""
    spec.check(
        queue="queue_name: A | B",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: A_DISK | B_DISK, "
        "default_write: true, write_lan_role: true | false",
        endpoint="ddm_endpoint_name: A_DISK | B_DISK",
        account_usage="quota_kind: local, rse: A_DISK | B_DISK, bytes: 2000000000000, "
        "bytes_limit: 2000000000000",
        expected={"A": "/CN=Jane uses 2.000 TB of 2.000 TB at A_DISK"},
    )
