"""-t1weight: with t1Weight=-1 the task goes to queues of nuclei only (spec 4.5).

No nucleus is chosen yet, so the queues of any will do.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """D24: the page names -1 alone, the running system takes any negative value. B is a
    satellite, S one that takes full chains; M is another nucleus. Merge jobs (6) are
    not checked, other tasks neither; one that is brokered already (7) is none of ours.
    There is no nucleus to name."""
    other = dict.fromkeys("BS", "not a queue of a nucleus")
    spec.check(
        queue="queue_name: A | B | M | S, site_name: N | B | M | S, "
        "role: nucleus | satellite | nucleus | satellite, "
        "catchall: | | | bareNucleus=allow",
        task="""
            jedi_task_id | split_rule | is_merging | status    | nucleus
            1            | TW=-1      | false      | assigning |
            2            | TW=-2      | false      | assigning |
            3            | TW=0       | false      | assigning |
            4            | TW=1       | false      | assigning |
            5            |            | false      | assigning |
            6            | TW=-1      | true       | assigning |
            7            | TW=-1      | false      | ready     | N
        """,
        expected=both(page={1: other}, asrun={1: other, 2: other}),
    )
