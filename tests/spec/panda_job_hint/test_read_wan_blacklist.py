"""-read_wan_blacklist: satellites must send output over WAN, queues of nuclei not.

No nucleus is chosen yet: the queues of all of them count as such (V80).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no output endpoint with usable read_wan"


def test_queues_of_any_nucleus_send_nothing(spec: Spec) -> None:
    """A and M are nuclei, B is a satellite, S one that takes full chains. C has nowhere
    to write, nucleus or not; an unknown status passes. D46: PARTIAL is bad on the page
    only."""
    blocked = dict.fromkeys("BSC", BLOCKED)
    spec.check(
        queue="""
            queue_name | role      | catchall          | read_wan | write_lan_role
            A          | nucleus   |                   | OFF      | true
            M          | nucleus   |                   | TEST     | true
            B          | satellite |                   | OFF      | true
            S          | satellite | bareNucleus=allow | OFF      | true
            C          | nucleus   |                   | ON       | false
            D          | satellite |                   |          | true
            E          | satellite |                   | ON       | true
            F          | satellite |                   | PARTIAL  | true
        """,
        expected=both(page={**blocked, "F": BLOCKED}, asrun=blocked),
    )
