"""-read_wan_blacklist: satellites must send output over WAN, queues of nuclei not.

No nucleus is chosen yet: the queues of all of them count as such (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no output endpoint with usable read_wan"


def test_queues_of_any_nucleus_send_nothing(spec: Spec) -> None:
    """A and M are nuclei, B is a satellite, S one that takes full chains.

    C has nowhere to write, nucleus or not; an unknown status passes. D46: PARTIAL is
    bad on the page only.
    """
    blocked = {(1, 0, name): BLOCKED for name in "BSC"}
    spec.check(
        queue="""
            queue_name | role      | catchall
            A          | nucleus   |
            M          | nucleus   |
            B          | satellite |
            S          | satellite | bareNucleus=allow
            C          | nucleus   |
            D          | satellite |
            E          | satellite |
            F          | satellite |
        """,
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | OFF
            M_DATADISK        | TEST
            B_DATADISK        | OFF
            S_DATADISK        | OFF
            C_DATADISK        | ON
            D_DATADISK        |
            E_DATADISK        | ON
            F_DATADISK        | PARTIAL
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            A          | A_DATADISK        | true
            M          | M_DATADISK        | true
            B          | B_DATADISK        | true
            S          | S_DATADISK        | true
            C          | C_DATADISK        | false
            D          | D_DATADISK        | true
            E          | E_DATADISK        | true
            F          | F_DATADISK        | true
        """,
        expected=both(page={**blocked, (1, 0, "F"): BLOCKED}, asrun=blocked),
    )
