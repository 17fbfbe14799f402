"""-t1weight: with t1Weight=-1 the task goes to queues of nuclei only (spec 4.5).

No nucleus is chosen yet, so the queues of any will do.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_queues_of_any_nucleus(spec: Spec) -> None:
    """D24: the page names -1 alone, the running system takes any negative value.

    B is a satellite, S one that takes full chains; M is another nucleus. Merge jobs are
    not checked, other tasks neither.
    """
    other = {(1, 0, "B"), (1, 0, "S")}
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall
            A          | N         | nucleus   |
            B          | B         | satellite |
            M          | M         | nucleus   |
            S          | S         | satellite | bareNucleus=allow
        """,
        task="""
            jedi_task_id | split_rule
            1            | TW=-1
            2            | TW=-2
            3            | TW=0
            4            | TW=1
            5            |
            6            | TW=-1
        """,
        input_chunk="""
            jedi_task_id | is_merging
            1            | false
            2            | false
            3            | false
            4            | false
            5            | false
            6            | true
        """,
        expected=both(page=other, asrun={*other, (2, 0, "B"), (2, 0, "S")}),
    )


def test_what_is_told(spec: Spec) -> None:
    """There is no nucleus to name. A task that is brokered already is none of ours."""
    spec.check(
        task="""
            jedi_task_id | split_rule | status    | nucleus
            1            | TW=-1      | assigning |
            2            | TW=-1      | ready     | N
        """,
        expected={(1, 0, "Q"): "not a queue of a nucleus"},
    )
