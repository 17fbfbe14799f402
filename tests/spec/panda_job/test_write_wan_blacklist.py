"""-write_wan_blacklist: input endpoints of satellites must receive files over WAN."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_and_unknown_can_receive(spec: Spec) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON."""
    told = "no input endpoint with usable write_wan"
    spec.check(
        queue="queue_name: A | B | C | D | E, write_wan: ON | | OFF | TEST | PARTIAL",
        expected=both(page=dict.fromkeys("CDE", told), asrun=dict.fromkeys("CD", told)),
    )


def test_one_endpoint_that_receives_is_enough(spec: Spec) -> None:
    """Only input endpoints of type DATADISK count; without one there is none."""
    spec.check(
        queue="queue_name: A | B | C",
        endpoint="ddm_endpoint_name: BAD_DATADISK | GOOD_DATADISK | C_DATATAPE, "
        "type: DATADISK | DATADISK | DATATAPE, write_wan: OFF | ON | ON",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | read_lan_role
            A          | BAD_DATADISK      | true
            A          | GOOD_DATADISK     | true
            B          | BAD_DATADISK      | true
            B          | GOOD_DATADISK     | false
            C          | C_DATATAPE        | true
        """,
        expected={"B", "C"},
    )


def test_queues_of_the_nucleus_are_no_satellites(spec: Spec) -> None:
    """The site of the queue counts. Sharing the storage of the nucleus is not enough. A
    task with another nucleus, or with none, finds only satellites."""
    spec.check(
        queue="queue_name: A | B, site_name: N | B",
        endpoint="ddm_endpoint_name: N_DATADISK, write_wan: OFF",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: N_DATADISK",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected={(1, "B"), (2, "A"), (2, "B"), (3, "A"), (3, "B")},
    )


def test_queues_of_the_nucleus_without_the_input(spec: Spec) -> None:
    """D52: as run, they must receive it over WAN; the page asks satellites only. A
    reads another endpoint than that of the input, B both, C receives, D holds it and
    receives, though not at a DATADISK. An unknown kind of dataset (2) is not a
    distributed one."""
    spec.check(
        queue="queue_name: A | B | C | D, site_name: N",
        endpoint="""
            ddm_endpoint_name | write_wan | type
            N_DATADISK        | OFF       | DATADISK
            A_DATADISK        | OFF       | DATADISK
            C_DATADISK        | ON        | DATADISK
            N_LOCAL           | ON        | LOCALGROUPDISK
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            B          | A_DATADISK
            B          | N_DATADISK
            C          | C_DATADISK
            D          | A_DATADISK
            D          | N_LOCAL
        """,
        task="jedi_task_id: 1 | 2, dataset_name: data | new",
        dataset="dataset_name: data | new, is_distributed: false |",
        dataset_replica="dataset_name: data | data | new | new, "
        "ddm_endpoint_name: N_DATADISK | N_LOCAL | N_DATADISK | N_LOCAL",
        expected=both(page={}, asrun={1: {"A", "D"}, 2: {"A", "D"}}),
    )


def test_input_that_is_complete_nowhere_asks_for_nothing(spec: Spec) -> None:
    """Spec 4.9: pseudo input, and input of which no endpoint holds enough. Of task 4 an
    endpoint holds one dataset of two."""
    spec.check(
        queue="queue_name: A, site_name: N, write_wan: OFF",
        task="jedi_task_id: 1 | 2 | 3 | 4",
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | type
            1            | 1          | data         | input
            2            | 1          | data         | pseudo_input
            3            | 1          | rare         | input
            4            | 1          | data         | input
            4            | 2          | rare         | input
        """,
        task_file="jedi_task_id: 1 | 2 | 3 | 4 | 4, dataset_id: 1 | 1 | 1 | 1 | 2",
        dataset="dataset_name: data | rare, n_files: 1 | 100",
        dataset_replica="""
            dataset_name | n_files_total | n_files_found
            data         | 1             | 1
            rare         | 100           | 50
        """,
        expected=both(page={}, asrun={"A"}),
    )
