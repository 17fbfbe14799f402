"""-dest_blacklisted: the nucleus must take files from satellites and give them some."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

QUEUES = ("N", "N2", "M", "M2", "P", "P2", "R", "R2", "Q")
CLOSED = "OFF_DATADISK: writing over WAN is switched off"

#: How a status that is no ON is told.
STATES = {"OFF": "switched off", "TEST": "TEST"}


def storage_of_nucleus(write_wan: str, read_wan: str) -> str:
    """Draw the endpoint of the nucleus, beside that of Q, which does not matter."""
    return f"""
        ddm_endpoint_name | write_wan   | read_wan
        Q_DATADISK        | OFF         | OFF
        N_DATADISK        | {write_wan} | {read_wan}
    """


@pytest.mark.parametrize("status", ["OFF", "TEST"])
def test_a_nucleus_that_cannot_receive(spec: Spec, status: str) -> None:
    """Its storage is not writable over WAN: no satellite may send anything there."""
    told = f"N_DATADISK: writing over WAN is {STATES[status]}"
    spec.check(endpoint=storage_of_nucleus(status, "ON"), expected={(1, 0, "Q"): told})


@pytest.mark.parametrize("status", ["OFF", "TEST"])
def test_a_nucleus_that_cannot_send(spec: Spec, status: str) -> None:
    """D5: the page asks for reading over WAN as well, the running system does not."""
    reading = {(1, 0, "Q"): f"N_DATADISK: reading over WAN is {STATES[status]}"}
    spec.check(
        endpoint=storage_of_nucleus("ON", status), expected=both(page=reading, asrun={})
    )


def test_which_endpoints_of_the_nucleus_are_looked_at(spec: Spec) -> None:
    """V14: all of all its queues; as run, the default output of its first queue.

    Each nucleus has two queues. One endpoint that may do both is enough: at N it is no
    default output, at M that of the second queue; at P each may do one of the two.
    """
    spec.check(
        queue="""
            queue_name | site_name | role      | queue_order
            N          | N         | nucleus   | 1
            N2         | N         | nucleus   | 2
            M          | M         | nucleus   | 3
            M2         | M         | nucleus   | 4
            P          | P         | nucleus   | 5
            P2         | P         | nucleus   | 6
            R          | R         | nucleus   | 7
            R2         | R         | satellite | 8
            Q          | Q         | satellite | 9
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write | scope
            N          | OFF_DATADISK      | true          | default
            N          | ON_DATADISK       | false         | default
            N2         | OFF_DATADISK      | true          | default
            M          | OFF_DATADISK      | true          | default
            M2         | ON_DATADISK       | true          | default
            P          | TO_DATADISK       | true          | default
            P2         | FROM_DATADISK     | true          | default
            R          | OFF_DATADISK      | true          | default
            R          | ON_DATADISK       | true          | analysis
            R2         | ON_DATADISK       | true          | default
            Q          | Q_DATADISK        | true          | default
        """,
        endpoint="""
            ddm_endpoint_name | site_name | write_wan | read_wan
            OFF_DATADISK      | X         | OFF       | ON
            ON_DATADISK       | X         | ON        |
            TO_DATADISK       | X         | ON        | OFF
            FROM_DATADISK     | X         | OFF       | ON
            Q_DATADISK        | Q         | ON        | ON
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4, nucleus: N | M | P | R",
        expected=both(
            page={
                **{
                    (3, 0, name): "FROM_DATADISK: writing over WAN is switched off; "
                    "TO_DATADISK: reading over WAN is switched off"
                    for name in QUEUES
                },
                **{(4, 0, name): CLOSED for name in QUEUES},
            },
            asrun={(task, 0, name): CLOSED for task in (1, 2, 4) for name in QUEUES},
        ),
    )


def test_on_and_unknown_are_fine(spec: Spec) -> None:
    """A status that nobody knows passes in both profiles."""
    spec.check(endpoint=storage_of_nucleus("ON", "ON"), expected={})
    spec.check(endpoint=storage_of_nucleus("", ""), expected={})


def test_any_other_status(spec: Spec) -> None:
    """D46: the page wants ON, the running system only no OFF and no TEST."""
    for write, read in (("PARTIAL", "ON"), ("ON", "PARTIAL")):
        told = f"N_DATADISK: {'reading' if write == 'ON' else 'writing'} over WAN"
        told += " is PARTIAL"
        spec.check(
            endpoint=storage_of_nucleus(write, read),
            expected=both(page={(1, 0, "Q"): told}, asrun={}),
        )


@pytest.mark.parametrize(("write_wan", "read_wan"), [("PARTIAL", "ON"), ("ON", "on")])
def test_a_loaded_status_that_is_no_on(
    spec: Spec, write_wan: str, read_wan: str
) -> None:
    """Loading keeps any word: it fails on the page, OFF and TEST alone in asrun."""
    spec.check_cycle(
        "exclusion",
        ("jedi_task_id", "queue_name"),
        "criterion",
        endpoint=storage_of_nucleus(write_wan, read_wan).replace("OFF", "ON"),
        expected=both(page={(1, "Q"): "-dest_blacklisted"}, asrun={}),
    )


def test_queues_at_the_nucleus_are_no_satellites(spec: Spec) -> None:
    """What counts is the site of the storage that the queue writes to by default."""
    spec.check(
        queue="queue_name: N | A | B, site_name: N | A | B",
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            N          | N_DATADISK
            A          | N_DATADISK
            B          | B_DATADISK
        """,
        endpoint="ddm_endpoint_name: N_DATADISK | B_DATADISK, write_wan: OFF | ON",
        expected={(1, 0, "B")},
    )


def test_unknown_storage_passes(spec: Spec) -> None:
    """A queue that writes nowhere; a task without nucleus or with one nobody knows."""
    spec.check(
        queue="queue_name: A | B",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | A_DATADISK        | true
            B          | B_DATADISK        | false
        """,
        endpoint="""
            ddm_endpoint_name | write_wan
            A_DATADISK        | ON
            B_DATADISK        | ON
            N_DATADISK        | OFF
        """,
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | NOWHERE |",
        expected={(1, 0, "A")},
    )
