"""-incomplete_input: no endpoint that can be read holds the whole of a dataset.

The pages are silent; both profiles do as the running system (JB-05).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_how_much_of_a_dataset_is_enough(spec: Spec) -> None:
    """All of it, all but ten files, or 90 %; unknown numbers are not enough."""
    names = " | ".join(f"d{task}" for task in range(1, 12))
    spec.check(
        task="\n".join(
            ["jedi_task_id | dataset_name", *(f"{n} | d{n}" for n in range(1, 12))]
        ),
        dataset=f"dataset_name: {names}",
        dataset_replica="""
            dataset_name | n_files_total | n_files_found
            d1           | 1             | 1
            d2           | 100           | 90
            d3           | 100           | 89
            d4           | 20            | 10
            d5           | 20            | 9
            d6           | 1000          | 900
            d7           | 1000          | 899
            d8           | 10            | 0
            d9           | 0             | 0
            d10          |               | 5
            d11          | 5             |
        """,
        expected={
            task: f"d{task} is incomplete at any online storage"
            for task in (3, 5, 7, 8, 10, 11)
        },
    )


def test_the_limits_are_set_by_gdpconfig(spec: Spec) -> None:
    """MAX_MISSING_INPUT_FILES and MIN_INPUT_COMPLETENESS."""
    datasets = {
        "task": "jedi_task_id: 1 | 2 | 3, dataset_name: one | two | three",
        "dataset": "dataset_name: one | two | three",
        "dataset_replica": "dataset_name: one | two | three, "
        "n_files_total: 100 | 100 | 1000, n_files_found: 98 | 97 | 980",
    }
    spec.check(
        world=datasets,
        gdp_config="""
            key                     | type  | value
            MAX_MISSING_INPUT_FILES | int   | 2
            MIN_INPUT_COMPLETENESS  | float | 98
        """,
        expected={2},
    )


def test_replicas_that_nobody_can_read(spec: Spec) -> None:
    """Neither over LAN nor over WAN (1); one way, on disk or tape, is enough. Only OFF
    and TEST are down, in both profiles.

    Nor do replicas count that are nowhere (6), only in a virtual placement (8), or in
    two halves (9); one at an endpoint that nobody knows does (7). Of a container an
    endpoint that holds only incomplete constituents does not count (11), nor one that
    lacks too many of all files (12); it may lack ten (13).
    """
    names = (
        "down | lan | wan | tape | odd | lost | unknown | virtual | split | good | bad "
        "| half | most"
    )
    lengths = " | ".join([*[""] * 15, "100", "10"])
    spec.check(
        task=f"jedi_task_id: {' | '.join(map(str, range(1, 14)))}, "
        f"dataset_name: {names}",
        dataset=f"dataset_name: {names} | part1 | part2 | more | rest, "
        f"n_files: {lengths}",
        dataset_content="container_name: good | bad | half | half | most | most, "
        "dataset_name: part1 | part2 | part1 | more | part1 | rest",
        endpoint="""
            ddm_endpoint_name | is_tape | read_lan | read_wan
            DOWN              | false   | OFF      | TEST
            LAN               | false   |          | OFF
            WAN               | false   | OFF      | ON
            TAPE              | true    | ON       | OFF
            ODD               | false   | PARTIAL  | OFF
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name | is_vp | n_files_total | n_files_found
            down         | DOWN              | false | 1             | 1
            lan          | LAN               | false | 1             | 1
            wan          | WAN               | false | 1             | 1
            tape         | TAPE              | false | 1             | 1
            odd          | ODD               | false | 1             | 1
            unknown      | NOWHERE           | false | 1             | 1
            virtual      | N_DATADISK        | true  | 1             | 1
            split        | N_DATADISK        | false | 100           | 60
            split        | WAN               | false | 100           | 60
            part1        | N_DATADISK        | false | 100           | 100
            part2        | N_DATADISK        | false | 100           | 10
        """,
        expected={
            task: f"{name} is incomplete at any online storage"
            for task, name in enumerate(names.split(" | "), start=1)
            if task in (1, 6, 8, 9, 11, 12)
        },
    )


def test_every_dataset_of_the_chunk_must_be_somewhere(spec: Spec) -> None:
    """Secondary ones too, but only those with files in the chunk; not its output."""
    spec.check(
        input_chunk="chunk_no: 0 | 1",
        task_dataset="dataset_id: 1 | 2 | 3 | 4, master_id: | 1 | |, "
        "dataset_name: first | second | out | logs, type: input | | output | log",
        task_file="dataset_id: 1 | 1 | 2 | 3 | 4, file_id: 1 | 2 | 3 | 4 | 5, "
        "lfn: a | b | c | d | e, chunk_no: 0 | 1 | 1 | 0 | 0",
        dataset="dataset_name: first | second | out | logs",
        dataset_replica="dataset_name: first",
        expected={(1, 1): "second is incomplete at any online storage"},
    )


def test_what_is_not_looked_for(spec: Spec) -> None:
    """Pseudo input, distributed datasets, and input that is staged beforehand. A
    dataset of which Rucio says nothing is not distributed."""
    spec.check(
        task="""
            jedi_task_id | split_rule | dataset_name | type
            1            |            | lost         | pseudo_input
            2            |            | spread       | input
            3            | IS=1       | lost         | input
            4            | IS=0       | lost         | input
            5            |            | new          | input
        """,
        dataset="dataset_name: lost | spread, is_distributed: | true",
        dataset_replica="dataset_name: other",
        expected={4, 5},
    )


def test_work_of_other_brokers(spec: Spec) -> None:
    """Tasks that wait for a nucleus, and those of users, are not decided here."""
    spec.check(
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "status: ready | assigning | ready | ready |, "
        "prod_source_label: managed | managed | user | panda |",
        dataset_replica="dataset_name: other",
        expected={1, 5},
    )
