"""-blacklist: blacklisted storage endpoints are skipped."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec


@pytest.mark.parametrize(("status", "queue"), [("OFF", "A"), ("TEST", "B")])
def test_one_flag_tells(spec: Spec, status: str, queue: str) -> None:
    """write_wan OFF of the default output endpoint; no other status or activity."""
    spec.check(
        parameters={"blacklisted_status": status},
        queue="queue_name: A | B | C | D | E",
        endpoint="""
            ddm_endpoint_name | write_wan | read_wan | write_lan
            A_DATADISK        | OFF       | ON       | ON
            B_DATADISK        | TEST      | ON       | ON
            C_DATADISK        | ON        | OFF      | OFF
            D_DATADISK        |           | ON       | ON
        """,
        expected={queue: f"{queue}_DATADISK is blacklisted"},
    )
