"""-write_wan_blacklist: satellites must receive input over WAN, queues of nuclei not.

No nucleus is chosen yet: the queues of all of them count as such (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no input endpoint with usable write_wan"


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """A and M are nuclei, B is a satellite; all of them can hold the input.

    C has nowhere to read from. D52: as run a queue that lacks the complete input must
    receive it, nucleus or not: L cannot, K can. D46: PARTIAL is bad on the page only,
    at satellites such as F.
    """
    common = {(1, 0, name): BLOCKED for name in "BC"}
    spec.check(
        queue="""
            queue_name | role
            A          | nucleus
            M          | nucleus
            B          | satellite
            C          | nucleus
            L          | nucleus
            K          | nucleus
            E          | satellite
            F          | satellite
        """,
        endpoint="""
            ddm_endpoint_name | write_wan
            A_DATADISK        | OFF
            M_DATADISK        | TEST
            B_DATADISK        | OFF
            C_DATADISK        | ON
            L_DATADISK        | OFF
            K_DATADISK        | ON
            E_DATADISK        |
            F_DATADISK        | PARTIAL
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | read_lan_role
            A          | A_DATADISK        | true
            M          | M_DATADISK        | true
            B          | B_DATADISK        | true
            C          | C_DATADISK        | false
            L          | L_DATADISK        | true
            K          | K_DATADISK        | true
            E          | E_DATADISK        | true
            F          | F_DATADISK        | true
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            data         | A_DATADISK
            data         | M_DATADISK
            data         | B_DATADISK
        """,
        expected=both(
            page={**common, (1, 0, "F"): BLOCKED},
            asrun={**common, (1, 0, "L"): BLOCKED},
        ),
    )
