"""-avoid_vp: VP queues are skipped if the task avoids them."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: A | V",
    "queue_endpoint": """
        queue_name | ddm_endpoint_name
        A          | A_DATADISK
        V          | V_VP_DISK
        N          | N_DATADISK
    """,
    "endpoint": """
        ddm_endpoint_name | read_wan
        A_DATADISK        | OFF
        V_VP_DISK         | ON
        N_DATADISK        | ON
    """,
}


def test_who_avoids_them(spec: Spec) -> None:
    """avoidVP, merges, containers, distributed input; and the second round."""
    spec.check(
        world=WORLD,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, split_rule: | AV=1 | | |",
        input_chunk="""
            jedi_task_id | is_merging
            1            | false
            2            | false
            3            | true
            4            | false
            5            | false
        """,
        task_dataset="""
            jedi_task_id | dataset_name
            1            | here
            2            | here
            3            | here
            4            | box/
            5            | there
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            here         | A_DATADISK
            box/         | A_DATADISK
            there        | N_DATADISK
        """,
        expected={(task, 0, "V") for task in (2, 3, 4, 5)},
    )


def test_input_that_no_queue_holds_as_a_whole(spec: Spec) -> None:
    """Unless its place is not asked (page, row 5), or site holds some of it."""
    world = {
        **WORLD,
        "task_dataset": """
        jedi_task_id | dataset_id | dataset_name | master_id
        1            | 1          | one          |
        1            | 2          | two          | 1
        2            | 1          | one          |
        2            | 2          | two          | 1
        3            | 1          | one          |
        3            | 2          | two          | 1
    """,
    }
    spec.check(
        world=world,
        task="jedi_task_id: 1 | 2 | 3, task_priority: 500 | 2000 | 500, site: | | A",
        task_file="""
            jedi_task_id | dataset_id | lfn
            1            | 1          | file1
            1            | 2          | file2
            2            | 1          | file1
            2            | 2          | file2
            3            | 1          | file1
            3            | 2          | file2
        """,
        dataset="dataset_name: one | two",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            one          | A_DATADISK
            two          | N_DATADISK
        """,
        expected=both(page={(1, 0, "V")}, asrun={(1, 0, "V"), (2, 0, "V")}),
    )
