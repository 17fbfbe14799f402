"""-incomplete_input: no endpoint that can be read holds the whole of a dataset.

The pages are silent; both profiles do as the running system (JB-05).
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec

TASK = (1, 0)


@pytest.mark.parametrize(
    ("total", "found", "is_complete"),
    [
        (1, 1, True),
        (100, 90, True),
        (100, 89, False),
        (20, 10, True),
        (20, 9, False),
        (1000, 900, True),
        (1000, 899, False),
        (10, 0, False),
        (0, 0, True),
        ("", 5, False),
        (5, "", False),
    ],
)
def test_how_much_of_a_dataset_is_enough(
    spec: Spec, total: int | str, found: int | str, is_complete: bool
) -> None:
    """All of it, all but ten files, or 90 %; unknown numbers are not enough."""
    spec.check(
        dataset_replica=f"n_files_total: {total}, n_files_found: {found}",
        expected={}
        if is_complete
        else {TASK: "data is incomplete at any online storage"},
    )


def test_the_limits_are_set_by_gdpconfig(spec: Spec) -> None:
    """MAX_MISSING_INPUT_FILES and MIN_INPUT_COMPLETENESS."""
    datasets = {
        "task": "jedi_task_id: 1 | 2 | 3",
        "task_dataset": """
            jedi_task_id | dataset_name
            1            | one
            2            | two
            3            | three
        """,
        "dataset": "dataset_name: one | two | three",
        "dataset_replica": """
            dataset_name | n_files_total | n_files_found
            one          | 100           | 98
            two          | 100           | 97
            three        | 1000          | 980
        """,
    }
    spec.check(
        world=datasets,
        gdp_config="""
            key                     | type  | value
            MAX_MISSING_INPUT_FILES | int   | 2
            MIN_INPUT_COMPLETENESS  | float | 98
        """,
        expected={(2, 0)},
    )


def test_replicas_that_nobody_can_read(spec: Spec) -> None:
    """Neither over LAN nor over WAN; one way, on disk or tape, is enough.

    Only OFF and TEST are down, in both profiles.
    """
    spec.check(
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5",
        task_dataset="""
            jedi_task_id | dataset_name
            1            | down
            2            | lan
            3            | wan
            4            | tape
            5            | odd
        """,
        dataset="dataset_name: down | lan | wan | tape | odd",
        endpoint="""
            ddm_endpoint_name | is_tape | read_lan | read_wan
            DOWN              | false   | OFF      | TEST
            LAN               | false   |          | OFF
            WAN               | false   | OFF      | ON
            TAPE              | true    | ON       | OFF
            ODD               | false   | PARTIAL  | OFF
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            down         | DOWN
            lan          | LAN
            wan          | WAN
            tape         | TAPE
            odd          | ODD
        """,
        expected={(1, 0): "down is incomplete at any online storage"},
    )


def test_where_the_replicas_are(spec: Spec) -> None:
    """Nowhere, at an endpoint that nobody knows, or only in a virtual placement."""
    spec.check(
        task="jedi_task_id: 1 | 2 | 3 | 4",
        task_dataset="""
            jedi_task_id | dataset_name
            1            | lost
            2            | unknown
            3            | virtual
            4            | split
        """,
        dataset="dataset_name: lost | unknown | virtual | split",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            unknown      | NOWHERE           | false | 1             | 1
            virtual      | N_DATADISK        | true  | 1             | 1
            split        | N_DATADISK        | false | 100           | 60
            split        | Q_DATADISK        | false | 100           | 60
        """,
        expected={(1, 0), (2, 0), (3, 0), (4, 0)},
    )


def test_every_dataset_of_the_chunk_must_be_somewhere(spec: Spec) -> None:
    """Secondary ones too, but only those with files in the chunk; not its output."""
    spec.check(
        input_chunk="chunk_no: 0 | 1",
        task_dataset="""
            dataset_id | dataset_name | master_id | type
            1          | first        |           | input
            2          | second       | 1         |
            3          | out          |           | output
            4          | logs         |           | log
        """,
        task_file="""
            dataset_id | file_id | chunk_no | lfn
            1          | 1       | 0        | file1
            1          | 2       | 1        | file2
            2          | 3       | 1        | file3
            3          | 4       | 0        | file4
            4          | 5       | 0        | file5
        """,
        dataset="dataset_name: first | second | out | logs",
        dataset_replica="dataset_name: first",
        expected={(1, 1): "second is incomplete at any online storage"},
    )


def test_what_is_not_looked_for(spec: Spec) -> None:
    """Pseudo input, distributed datasets, and input that is staged beforehand.

    A dataset of which Rucio says nothing is not distributed.
    """
    spec.check(
        task="""
            jedi_task_id | split_rule
            1            |
            2            |
            3            | IS=1
            4            | IS=0
            5            |
        """,
        task_dataset="""
            jedi_task_id | dataset_name | type
            1            | lost         | pseudo_input
            2            | spread       | input
            3            | lost         | input
            4            | lost         | input
            5            | new          | input
        """,
        dataset="dataset_name: lost | spread, is_distributed: | true",
        dataset_replica="dataset_name: other",
        expected={(4, 0), (5, 0)},
    )


def test_containers(spec: Spec) -> None:
    """An endpoint that holds only incomplete constituents does not count."""
    spec.check(
        task="jedi_task_id: 1 | 2",
        task_dataset="jedi_task_id: 1 | 2, dataset_name: good | bad",
        dataset_content="container_name: good | bad, dataset_name: part1 | part2",
        dataset="dataset_name: good | bad | part1 | part2",
        dataset_replica="""
            dataset_name | n_files_total | n_files_found
            part1        | 100           | 100
            part2        | 100           | 10
        """,
        expected={(2, 0)},
    )


def test_work_of_other_brokers(spec: Spec) -> None:
    """Tasks that wait for a nucleus, and those of users, are not decided here."""
    spec.check(
        task="""
            jedi_task_id | status    | prod_source_label
            1            | ready     | managed
            2            | assigning | managed
            3            | ready     | user
            4            | ready     | panda
            5            |           |
        """,
        dataset_replica="dataset_name: other",
        expected={(1, 0), (5, 0)},
    )
