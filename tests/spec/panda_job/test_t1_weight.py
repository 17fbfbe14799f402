"""-t1weight: with t1Weight=-1, normal jobs go to the queues of the nucleus only."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = "queue_name: A | B, site_name: N | B"


def test_only_the_queues_of_the_nucleus(spec: Spec) -> None:
    """The site of the queue says so, wherever it writes."""
    spec.check(
        queue=QUEUES,
        task="split_rule: NF=2,TW=-1",
        expected={"B": "not a queue of nucleus N"},
    )


def test_which_values_count(spec: Spec) -> None:
    """D24: the page names -1 alone, the running system takes any negative value."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "split_rule: TW=-1 | TW=-2 | TW=0 | TW=1 |",
        expected=both(page={(1, "B")}, asrun={(1, "B"), (2, "B")}),
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


def test_merge_jobs_are_no_normal_jobs(spec: Spec) -> None:
    """They may go elsewhere; scouts may not."""
    spec.check(
        queue=QUEUES,
        task="split_rule: TW=-1",
        input_chunk="""
            chunk_no | is_merging | use_scout
            0        | false      | true
            1        | true       | false
        """,
        expected={"B"},
    )


def test_a_task_without_a_nucleus(spec: Spec) -> None:
    """No queue is one of it; a pre-assigned queue is asked like any other."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2, split_rule: TW=-1, nucleus: | N, site: | B",
        expected={
            (1, "A"): "not a queue of a nucleus",
            (1, "B"): "not a queue of a nucleus",
            (2, "B"): "not a queue of nucleus N",
        },
    )
