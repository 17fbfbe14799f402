"""-t1weight: with t1Weight=-1, normal jobs go to the queues of the nucleus only."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_only_the_queues_of_the_nucleus(spec: Spec) -> None:
    """The site of the queue says so, wherever it writes. D24: the page names -1 alone,
    the running system takes any negative value. Scouts are normal jobs (6), merge jobs
    are not (7). No queue is one of no nucleus (8); a pre-assigned queue is asked like
    any other (9)."""
    told = "not a queue of nucleus N"
    page = {
        **{(task, "B"): told for task in (1, 6, 9)},
        8: dict.fromkeys("AB", "not a queue of a nucleus"),
    }
    spec.check(
        queue="queue_name: A | B, site_name: N | B",
        task="""
            jedi_task_id | split_rule | is_merging | use_scout | nucleus | site
            1            | NF=2,TW=-1 | false      | false     | N       |
            2            | TW=-2      | false      | false     | N       |
            3            | TW=0       | false      | false     | N       |
            4            | TW=1       | false      | false     | N       |
            5            |            | false      | false     | N       |
            6            | TW=-1      | false      | true      | N       |
            7            | TW=-1      | true       | false     | N       |
            8            | TW=-1      | false      | false     |         |
            9            | TW=-1      | false      | false     | N       | B
        """,
        expected=both(page=page, asrun={**page, (2, "B"): told}),
    )


def test_queues_that_share_the_storage_of_the_nucleus(spec: Spec) -> None:
    """D24: they are associated with the nucleus as run, not on the page. They are
    online and write by default where the first queue of the nucleus reads."""
    spec.check(
        queue="queue_name: A | B | C, status: online | standby | online",
        queue_endpoint="queue_name: A | B | C, ddm_endpoint_name: N_DATADISK, "
        "default_write: true | true | false",
        task="split_rule: TW=-1",
        expected=both(page={"A", "B", "C"}, asrun={"B", "C"}),
    )
