"""-blacklist: blacklisted storage endpoints are skipped."""

from __future__ import annotations

from tests.spec.check import Spec


def test_one_flag_tells(spec: Spec) -> None:
    """write_wan OFF of the default output endpoint; no other status or activity."""
    spec.check(
        queue="""
            queue_name
            A
            B
            C
            D
            E
        """,
        endpoint="""
            ddm_endpoint_name | write_wan | read_wan | write_lan
            A_DATADISK        | OFF       | ON       | ON
            B_DATADISK        | TEST      | ON       | ON
            C_DATADISK        | ON        | OFF      | OFF
            D_DATADISK        |           | ON       | ON
        """,
        expected={(1, 0, "A"): "A_DATADISK is blacklisted"},
    )
