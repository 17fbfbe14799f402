"""What is unusable in the fairshare policy of a queue is told with the queue."""

from __future__ import annotations

from tests.spec.check import Spec

FACT = "queue_remark"
TOLD = {
    "A": ["type=(x:0: no regular expression of RE2, ends the policy"],
    "B": [
        "priority~5:0: no comparison with a priority, left out",
        "vo=atlas: unknown field, left out",
    ],
    "C": ["vo=atlas: unknown field, left out"],
}


def test_what_is_told(spec: Spec) -> None:
    """Once per queue and fault; a sound policy and none say nothing."""
    spec.check_fact(
        FACT,
        "remark",
        queue="""
            queue_name | fairshare_policy
            A          | type=(x:0
            B          | priority~5:0,vo=atlas:100%
            C          | vo=atlas:100%
            D          | type=evgen:100%,type=any:0%
            E          |
        """,
        expected={
            (name, said): said for name, remarks in TOLD.items() for said in remarks
        },
    )
