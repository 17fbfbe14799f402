"""-write_wan_blacklist: satellites must receive input over WAN, queues of nuclei not.

No nucleus is chosen yet: the queues of all of them count as such (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no input endpoint with usable write_wan"


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """A and M are nuclei, B is a satellite; all of them can hold the input. C has
    nowhere to read from. D52: as run a queue that lacks the complete input must receive
    it, nucleus or not: L cannot, K can. D46: PARTIAL is bad on the page only, at
    satellites such as F."""
    common = dict.fromkeys("BC", BLOCKED)
    spec.check(
        queue="""
            queue_name | role      | write_wan | read_lan_role
            A          | nucleus   | OFF       | true
            M          | nucleus   | TEST      | true
            B          | satellite | OFF       | true
            C          | nucleus   | ON        | false
            L          | nucleus   | OFF       | true
            K          | nucleus   | ON        | true
            E          | satellite |           | true
            F          | satellite | PARTIAL   | true
        """,
        dataset_replica="ddm_endpoint_name: A_DATADISK | M_DATADISK | B_DATADISK",
        expected=both(page={**common, "F": BLOCKED}, asrun={**common, "L": BLOCKED}),
    )
