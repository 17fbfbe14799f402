"""-avoid_vp: VP queues are skipped if the task avoids them."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.pieces import pieces

WORLD = {
    "queue": "queue_name: A | V",
    "queue_endpoint": "queue_name: A | V | N, "
    "ddm_endpoint_name: A_DATADISK | V_VP_DISK | N_DATADISK",
    "endpoint": "ddm_endpoint_name: A_DATADISK | V_VP_DISK | N_DATADISK, "
    "read_wan: OFF | ON | ON",
}


def test_who_avoids_them(spec: Spec) -> None:
    """avoidVP, merges, containers, distributed input; and the second round."""
    spec.check(
        world=WORLD,
        task="""
            jedi_task_id | split_rule | is_merging | dataset_name
            1            |            | false      | here
            2            | AV=1       | false      | here
            3            |            | true       | here
            4            |            | false      | box/
            5            |            | false      | there
        """,
        dataset_replica="dataset_name: here | box/ | there, "
        "ddm_endpoint_name: A_DATADISK | A_DATADISK | N_DATADISK",
        expected={
            (
                task,
                "V",
            ): f"an endpoint of the queue is a virtual placement, avoided by {by}"
            for task, by in (
                (2, "the task (avoidVP)"),
                (3, "merge chunks"),
                (4, "distributed input"),
                (5, "the second round"),
            )
        },
    )


def test_endpoints_of_scope_user(spec: Spec) -> None:
    """Where a queue reads from some, they count alone, else those of scope default."""
    spec.check(
        task="split_rule: AV=1",
        queue="queue_name: A | B | C | D | E",
        endpoint="ddm_endpoint_name: A_DATADISK | A_VP_DISK | B_DATADISK | B_VP_DISK "
        "| C_VP_DISK | D_DATADISK | D_VP_DISK | E_VP_DISK",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | read_lan_role
            A          | A_DATADISK        | default  | true
            A          | A_VP_DISK         | user     | true
            B          | B_DATADISK        | user     | true
            B          | B_VP_DISK         | default  | true
            C          | C_VP_DISK         | default  | true
            D          | D_DATADISK        | user     | false
            D          | D_VP_DISK         | default  | true
            E          | E_VP_DISK         | analysis | true
        """,
        expected={"A", "C", "D"},
    )


def test_input_that_no_queue_holds_as_a_whole(spec: Spec) -> None:
    """Unless its place is not asked (page, row 5), or site holds some of it."""
    two = {"one": (1, 1), "two": (1, 1)}
    held = {"A_DATADISK": ["one"], "N_DATADISK": ["two"]}
    spec.check(
        world={**WORLD, **pieces({1: two, 2: two, 3: two}, held)},
        task="jedi_task_id: 1 | 2 | 3, task_priority: 500 | 2000 | 500, site: | | A",
        expected=both(page={(1, "V")}, asrun={(1, "V"), (2, "V")}),
    )
