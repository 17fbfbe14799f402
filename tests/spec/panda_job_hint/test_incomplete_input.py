"""-incomplete_input: input that is complete nowhere runs at no queue (spec 4.5)."""

from __future__ import annotations

from tests.spec.check import Spec


def test_every_dataset_of_the_chunk(spec: Spec) -> None:
    """Also one that the choice of a nucleus does not look at: with taskBrokerOnMaster
    the secondary dataset of task 2. Pre-staged input is complete by promise."""
    on_master = '{"taskBrokerOnMaster": true}'
    spec.check(
        queue="queue_name: A | B, role: nucleus | satellite",
        task=f"jedi_task_id: 1 | 2 | 3, task_params: | {on_master} |, "
        "split_rule: | | IS=1",
        task_dataset="jedi_task_id: 1 | 2 | 2 | 3, dataset_id: 1 | 1 | 2 | 1, "
        "dataset_name: data | data | rare | rare, master_id: | | 1 |",
        task_file="jedi_task_id: 1 | 2 | 2 | 3, dataset_id: 1 | 1 | 2 | 1, "
        "lfn: file1 | file1 | file2 | file2",
        dataset="dataset_name: data | rare, n_files: 1 | 100",
        dataset_replica="dataset_name: data | rare, n_files_total: 1 | 100, "
        "n_files_found: 1 | 50",
        expected={2: dict.fromkeys("AB", "rare is incomplete at any online storage")},
    )
