"""-dest_blacklisted: the nucleus must take files from satellites and give them some."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both


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
    spec.check(
        endpoint=storage_of_nucleus(status, "ON"),
        expected={(1, 0, "Q"): f"N_DATADISK write_wan {status}, read_wan ON"},
    )


@pytest.mark.parametrize("status", ["OFF", "TEST"])
def test_a_nucleus_that_cannot_send(spec: Spec, status: str) -> None:
    """D5: the page asks for reading over WAN as well, the running system does not."""
    reading = {(1, 0, "Q"): f"N_DATADISK write_wan ON, read_wan {status}"}
    spec.check(
        endpoint=storage_of_nucleus("ON", status),
        expected=both(page=reading, asrun={}),
    )


def test_on_and_unknown_are_fine(spec: Spec) -> None:
    """A status that nobody knows passes in both profiles."""
    spec.check(endpoint=storage_of_nucleus("ON", "ON"), expected={})
    spec.check(endpoint=storage_of_nucleus("", ""), expected={})


def test_any_other_status(spec: Spec) -> None:
    """D46: the page wants ON, the running system only no OFF and no TEST."""
    spec.check(
        endpoint=storage_of_nucleus("PARTIAL", "ON"),
        expected=both(
            page={(1, 0, "Q"): "N_DATADISK write_wan PARTIAL, read_wan ON"}, asrun={}
        ),
    )


def test_queues_at_the_nucleus_are_no_satellites(spec: Spec) -> None:
    """What counts is the site of the storage that the queue writes to by default."""
    spec.check(
        queue="""
            queue_name | site_name
            N          | N
            A          | A
            B          | B
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            N          | N_DATADISK
            A          | N_DATADISK
            B          | B_DATADISK
        """,
        endpoint="""
            ddm_endpoint_name | write_wan
            N_DATADISK        | OFF
            B_DATADISK        | ON
        """,
        expected={(1, 0, "B")},
    )


def test_unknown_storage_passes(spec: Spec) -> None:
    """A queue that writes nowhere; a task without nucleus or with one nobody knows."""
    spec.check(
        queue="""
            queue_name
            A
            B
        """,
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
        task="""
            jedi_task_id | nucleus
            1            | N
            2            | NOWHERE
            3            |
        """,
        expected={(1, 0, "A")},
    )
