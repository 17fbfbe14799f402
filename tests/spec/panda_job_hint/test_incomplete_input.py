"""-incomplete_input: input that is complete nowhere runs at no queue (spec 4.5)."""

from __future__ import annotations

from tests.spec.check import Spec


def test_every_dataset_of_the_chunk(spec: Spec) -> None:
    """Also one that the choice of a nucleus does not look at: with taskBrokerOnMaster
    the secondary dataset of task 2. Pre-staged input is complete by promise.
    """
    on_master = '{"taskBrokerOnMaster": true}'
    spec.check(
        queue="""
            queue_name | role
            A          | nucleus
            B          | satellite
        """,
        task=f"""
            jedi_task_id | task_params | split_rule
            1            |             |
            2            | {on_master} |
            3            |             | IS=1
        """,
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | master_id
            1            | 1          | data         |
            2            | 1          | data         |
            2            | 2          | rare         | 1
            3            | 1          | rare         |
        """,
        task_file="""
            jedi_task_id | dataset_id | lfn
            1            | 1          | file1
            2            | 1          | file1
            2            | 2          | file2
            3            | 1          | file2
        """,
        dataset="dataset_name: data | rare, n_files: 1 | 100",
        dataset_replica="""
            dataset_name | n_files_total | n_files_found
            data         | 1             | 1
            rare         | 100           | 50
        """,
        expected={
            (2, 0, name): "rare is incomplete at any online storage" for name in "AB"
        },
    )
