"""-source_blacklist: the input cannot leave the place where it is complete."""

from __future__ import annotations

from tests.spec.check import Spec, both

HELD = "complete input is readable over LAN only"

#: The nucleus keeps what it has: it may be read over LAN, not over WAN.
CLOSED_NUCLEUS = "ddm_endpoint_name: N_DATADISK | X_DATADISK | Q_DATADISK, "
CLOSED_NUCLEUS += "read_lan: ON, read_wan: OFF | ON | ON"


def test_the_status_of_the_source(spec: Spec) -> None:
    """OFF and TEST hold the input, an unknown status does not. Any complete copy will
    do that may be read over WAN, whatever queue it belongs to (5, not 6). A task with
    inputPreStaging (8, IS=1) promises its input to be there."""
    spec.check(
        endpoint="ddm_endpoint_name: Q_DATADISK | ON | UNKNOWN | OFF | TEST, "
        "read_wan: ON | ON | | OFF | TEST",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, "
        "dataset_name: d1 | d2 | d3 | d4 | d5 | d6 | d3 | d3, "
        "split_rule: | | | | | | IS=0 | IS=1",
        dataset_replica="dataset_name: d1 | d2 | d3 | d4 | d5 | d5 | d6 | d6, "
        "ddm_endpoint_name: ON | UNKNOWN | OFF | TEST | OFF | ON | OFF | ON, "
        "n_files_total: 100, "
        "n_files_found: 100 | 100 | 100 | 100 | 100 | 100 | 100 | 50",
        expected=dict.fromkeys((3, 4, 6, 7), HELD),
    )


def test_copies_that_count_as_complete(spec: Spec) -> None:
    """Ten files may be missing, or a tenth of them; both limits are in gdpconfig."""
    names = "data1 | data2 | data3 | data4 | data5"
    for n_missing, percentage, held in ((10, 90, (2, 4, 5)), (9, 89, (1, 2, 5))):
        spec.check(
            endpoint=CLOSED_NUCLEUS,
            task=f"jedi_task_id: 1 | 2 | 3 | 4 | 5, dataset_name: {names}",
            dataset_replica=f"dataset_name: {names}, ddm_endpoint_name: X_DATADISK, "
            "n_files_found: 10 | 9 | 900 | 899 |, "
            "n_files_total: 20 | 20 | 1000 | 1000 | 20",
            parameters={
                "MAX_MISSING_INPUT_FILES": n_missing,
                "MIN_INPUT_COMPLETENESS": percentage,
            },
            expected=dict.fromkeys(held, HELD),
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
        task_file="jedi_task_id: 1 | 1 | 2 | 2 | 3 | 3, "
        "dataset_id: 1 | 2 | 1 | 2 | 1 | 2",
        dataset="dataset_name: open | held | spread, is_distributed: | false | true",
        dataset_replica="dataset_name: open | held | pseudo | spread, "
        "ddm_endpoint_name: X_DATADISK | N_DATADISK | N_DATADISK | N_DATADISK",
        expected={"Q": HELD},
    )


def test_satellites_need_input_that_is_readable_over_wan(spec: Spec) -> None:
    """The one complete copy is at the nucleus, which sends nothing: only it remains, E
    among its queues. D52: as run, one that lacks the input and has no output storage is
    treated like a satellite. C has no storage at all, nor has D of type DATADISK."""
    spec.check(
        queue="queue_name: A | B | C | D | E | S, site_name: N | N | N | N | N | S",
        queue_endpoint="queue_name: A | B | D | E | S, ddm_endpoint_name: "
        "N_DATADISK | X_DATADISK | N_TAPE | X_DATADISK | X_DATADISK, "
        "write_lan_role: false | false | true | true | true",
        endpoint="ddm_endpoint_name: N_DATADISK | X_DATADISK | N_TAPE, "
        "read_lan: ON, read_wan: OFF | ON | ON, type: DATADISK | DATADISK | DATATAPE",
        expected=both(
            page=dict.fromkeys("CDS", HELD), asrun=dict.fromkeys("BCDS", HELD)
        ),
    )
