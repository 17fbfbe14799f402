"""-write_lan_blacklist: a queue must be able to write its output endpoints over LAN."""

from __future__ import annotations

from tests.spec.check import Spec, both

FIVE_QUEUES = "queue_name: A | B | C | D | E"


def test_on_and_unknown_can_be_written(spec: Spec) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON."""
    down = {
        (1, 0, "C"): "no output endpoint with usable write_lan",
        (1, 0, "D"): "no output endpoint with usable write_lan",
    }
    spec.check(
        queue=FIVE_QUEUES,
        endpoint="""
            ddm_endpoint_name | write_lan
            A_DATADISK        | ON
            B_DATADISK        |
            C_DATADISK        | OFF
            D_DATADISK        | TEST
            E_DATADISK        | PARTIAL
        """,
        expected=both(
            page={**down, (1, 0, "E"): "no output endpoint with usable write_lan"},
            asrun=down,
        ),
    )


def test_one_writable_endpoint_is_enough(spec: Spec) -> None:
    """Only output endpoints count: of type DATADISK, in the scope of production.

    An endpoint that may not be read takes output all the same.
    """
    spec.check(
        queue=FIVE_QUEUES,
        endpoint="""
            ddm_endpoint_name | type        | write_lan | blacklisted_read
            BAD_DATADISK      | DATADISK    | OFF       | false
            GOOD_DATADISK     | DATADISK    | ON        | false
            SCRATCH           | SCRATCHDISK | ON        | false
            BARRED_DATADISK   | DATADISK    | ON        | true
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | write_lan_role
            A          | BAD_DATADISK      | default  | true
            A          | GOOD_DATADISK     | default  | true
            B          | BAD_DATADISK      | default  | true
            B          | GOOD_DATADISK     | default  | false
            C          | BAD_DATADISK      | default  | true
            C          | GOOD_DATADISK     | analysis | true
            D          | BAD_DATADISK      | default  | true
            D          | SCRATCH           | default  | true
            E          | BAD_DATADISK      | default  | true
            E          | BARRED_DATADISK   | default  | true
        """,
        expected={(1, 0, "B"), (1, 0, "C"), (1, 0, "D")},
    )


def test_a_queue_without_storage_has_nothing_to_write(spec: Spec) -> None:
    """No endpoint, one that nobody knows, and one for input alone."""
    spec.check(
        queue=FIVE_QUEUES,
        endpoint="ddm_endpoint_name: C_DATADISK | D_DATADISK | E_DATADISK",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            B          | B_DATADISK        | true
            C          | C_DATADISK        | false
            D          | D_DATADISK        |
            E          | E_DATADISK        | true
        """,
        expected={(1, 0, "A"), (1, 0, "B"), (1, 0, "C"), (1, 0, "D")},
    )


def test_it_holds_for_all_queues(spec: Spec) -> None:
    """Queues of the nucleus too, and pre-assigned ones."""
    spec.check(
        queue="queue_name: A | B, site_name: N | B",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK, write_lan: OFF | OFF",
        task="jedi_task_id: 1 | 2, site: | B",
        expected={(1, 0, "A"), (1, 0, "B"), (2, 0, "A"), (2, 0, "B")},
    )
