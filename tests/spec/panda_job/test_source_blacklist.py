"""-source_blacklist: the input cannot leave the place where it is complete."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

HELD = "complete input is readable over LAN only"

#: The nucleus keeps what it has: it may be read over LAN, not over WAN.
CLOSED_NUCLEUS = """
    ddm_endpoint_name | read_lan | read_wan
    N_DATADISK        | ON       | OFF
    X_DATADISK        | ON       | ON
    Q_DATADISK        | ON       | ON
"""


def test_satellites_need_input_that_is_readable_over_wan(spec: Spec) -> None:
    """The one complete copy is at the nucleus, which sends nothing: only it remains."""
    spec.check(
        queue="queue_name: A | B | N, site_name: A | N | N",
        endpoint=CLOSED_NUCLEUS,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | Q_DATADISK
            B          | Q_DATADISK
            N          | N_DATADISK
        """,
        expected={(1, 0, "A"): HELD},
    )


@pytest.mark.parametrize(
    ("status", "is_held"), [("ON", False), ("", False), ("OFF", True), ("TEST", True)]
)
def test_the_status_of_the_source(spec: Spec, status: str, is_held: bool) -> None:
    """OFF and TEST hold the input, an unknown status does not."""
    spec.check(
        endpoint=f"""
            ddm_endpoint_name | read_wan
            Q_DATADISK        | ON
            N_DATADISK        | {status}
        """,
        expected={(1, 0, "Q"): HELD} if is_held else {},
    )


def test_any_complete_copy_will_do(spec: Spec) -> None:
    """One that may be read over WAN, whatever queue it belongs to."""
    spec.check(
        endpoint=CLOSED_NUCLEUS,
        task="jedi_task_id: 1 | 2",
        task_dataset="jedi_task_id: 1 | 2, dataset_name: data1 | data2",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_found | n_files_total
            data1        | N_DATADISK        | 100           | 100
            data1        | X_DATADISK        | 100           | 100
            data2        | N_DATADISK        | 100           | 100
            data2        | X_DATADISK        | 50            | 100
        """,
        expected={(2, 0, "Q")},
    )


@pytest.mark.parametrize(
    ("n_missing", "percentage", "held"), [(10, 90, {2, 4, 5}), (9, 89, {1, 2, 5})]
)
def test_copies_that_count_as_complete(
    spec: Spec, n_missing: int, percentage: int, held: set[int]
) -> None:
    """Ten files may be missing, or a tenth of them; both limits are in gdpconfig."""
    spec.check(
        endpoint=CLOSED_NUCLEUS,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5",
        task_dataset="""
            jedi_task_id | dataset_name
            1            | data1
            2            | data2
            3            | data3
            4            | data4
            5            | data5
        """,
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_found | n_files_total
            data1        | X_DATADISK        | 10            | 20
            data2        | X_DATADISK        | 9             | 20
            data3        | X_DATADISK        | 900           | 1000
            data4        | X_DATADISK        | 899           | 1000
            data5        | X_DATADISK        |               | 20
        """,
        parameters={
            "MAX_MISSING_INPUT_FILES": n_missing,
            "MIN_INPUT_COMPLETENESS": percentage,
        },
        expected={(task, 0, "Q"): HELD for task in held},
    )


def test_every_dataset_of_the_chunk_must_be_within_reach(spec: Spec) -> None:
    """Secondary ones too; pseudo input and distributed datasets are left out."""
    spec.check(
        endpoint=CLOSED_NUCLEUS,
        task="jedi_task_id: 1 | 2 | 3",
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | type         | master_id
            1            | 1          | open         | input        |
            1            | 2          | held         | input        | 1
            2            | 1          | open         | input        |
            2            | 2          | pseudo       | pseudo_input | 1
            3            | 1          | open         | input        |
            3            | 2          | spread       | input        | 1
        """,
        task_file="""
            jedi_task_id | dataset_id | lfn
            1            | 1          | file1
            1            | 2          | file2
            2            | 1          | file1
            2            | 2          | file2
            3            | 1          | file1
            3            | 2          | file2
        """,
        dataset="dataset_name: open | held | spread, is_distributed: | false | true",
        dataset_replica="""
            dataset_name | ddm_endpoint_name
            open         | X_DATADISK
            held         | N_DATADISK
            pseudo       | N_DATADISK
            spread       | N_DATADISK
        """,
        expected={(1, 0, "Q"): HELD},
    )


def test_input_that_will_be_staged_first(spec: Spec) -> None:
    """A task with inputPreStaging (IS=1) promises its input to be there."""
    spec.check(
        endpoint=CLOSED_NUCLEUS,
        task="jedi_task_id: 1 | 2, split_rule: IS=0 | IS=1",
        expected={(1, 0, "Q")},
    )


def test_queues_of_the_nucleus_without_output_storage(spec: Spec) -> None:
    """D52: as run, one that lacks the input is treated like a satellite.

    C has no storage at all, nor has D of type DATADISK.
    """
    spec.check(
        queue="queue_name: A | B | C | D, site_name: N | N | N | N",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            A          | N_DATADISK        | false
            B          | X_DATADISK        | false
            D          | N_TAPE            | true
        """,
        endpoint="""
            ddm_endpoint_name | read_lan | read_wan | type
            N_DATADISK        | ON       | OFF      | DATADISK
            X_DATADISK        | ON       | ON       | DATADISK
            N_TAPE            | ON       | ON       | DATATAPE
        """,
        expected=both(
            page=dict.fromkeys([(1, 0, "C"), (1, 0, "D")], HELD),
            asrun=dict.fromkeys([(1, 0, "B"), (1, 0, "C"), (1, 0, "D")], HELD),
        ),
    )
