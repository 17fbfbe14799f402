"""-read_wan_blacklist: satellites must send their output over WAN."""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no output endpoint with usable read_wan"


def test_the_output_storage_must_be_readable_over_wan(spec: Spec) -> None:
    """OFF and TEST are not; a status that nobody knows passes."""
    spec.check(
        queue="queue_name: A | B | C | D",
        endpoint="""
            ddm_endpoint_name | read_wan
            A_DATADISK        | ON
            B_DATADISK        | OFF
            C_DATADISK        | TEST
            D_DATADISK        |
        """,
        expected={(1, 0, "B"): BLOCKED, (1, 0, "C"): BLOCKED},
    )


def test_any_other_status(spec: Spec) -> None:
    """D46: the page wants ON, the running system only no OFF and no TEST."""
    spec.check(
        endpoint="ddm_endpoint_name: Q_DATADISK, read_wan: PARTIAL",
        expected=both(page={(1, 0, "Q"): BLOCKED}, asrun={}),
    )


def test_one_usable_output_endpoint_is_enough(spec: Spec) -> None:
    """Of type DATADISK, written to in the scope default; what is read is no matter."""
    spec.check(
        queue="queue_name: A | B | C | D",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role | scope
            A          | OFF_DATADISK      | true           | default
            A          | ON_DATADISK       | true           | default
            B          | OFF_DATADISK      | true           | default
            B          | ON_DATADISK       | false          | default
            C          | OFF_DATADISK      | true           | default
            C          | ON_SCRATCHDISK    | true           | default
            D          | OFF_DATADISK      | true           | default
            D          | ON_DATADISK       | true           | analysis
        """,
        endpoint="""
            ddm_endpoint_name | type        | read_wan
            OFF_DATADISK      | DATADISK    | OFF
            ON_DATADISK       | DATADISK    | ON
            ON_SCRATCHDISK    | SCRATCHDISK | ON
        """,
        expected={(1, 0, "B"), (1, 0, "C"), (1, 0, "D")},
    )


def test_the_queues_of_the_nucleus_need_not_send(spec: Spec) -> None:
    """By their site, whatever they share; for another nucleus they are satellites."""
    spec.check(
        queue="""
            queue_name | site_name | role
            A          | N         | nucleus
            B          | B         | satellite
            N          | N         | nucleus
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            B          | N_DATADISK
            N          | N_DATADISK
        """,
        endpoint="ddm_endpoint_name: A_DATADISK | N_DATADISK, read_wan: OFF | OFF",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | B |",
        expected={
            (1, 0, "B"),
            *((2, 0, name) for name in "AN"),
            *((3, 0, name) for name in "ABN"),
        },
    )


def test_a_queue_without_output_storage(spec: Spec) -> None:
    """It sends nothing, even at the nucleus; so it is skipped."""
    spec.check(
        queue="queue_name: A | B, site_name: A | N",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            A          | A_DATADISK        | false
            B          | B_DATADISK        |
        """,
        expected={(1, 0, "A"), (1, 0, "B")},
    )
