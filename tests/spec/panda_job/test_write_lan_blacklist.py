"""-write_lan_blacklist: a queue must be able to write its output endpoints over LAN."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_and_unknown_can_be_written(spec: Spec) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON."""
    told = "no output endpoint with usable write_lan"
    spec.check(
        queue="queue_name: A | B | C | D | E, write_lan: ON | | OFF | TEST | PARTIAL",
        expected=both(page=dict.fromkeys("CDE", told), asrun=dict.fromkeys("CD", told)),
    )


def test_one_writable_endpoint_is_enough(spec: Spec) -> None:
    """Only output endpoints count: of type DATADISK, in the scope of production, even
    if they may not be read (E). F has one that nobody knows, I none."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H | I",
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
            C          | GOOD_DATADISK     | analysis | true
            D          | SCRATCH           | default  | true
            E          | BARRED_DATADISK   | default  | true
            F          | NOWHERE           | default  | true
            G          | GOOD_DATADISK     | default  |
            H          | GOOD_DATADISK     | default  | true
        """,
        expected={*"BCDFGI"},
    )


def test_it_holds_for_all_queues(spec: Spec) -> None:
    """Queues of the nucleus too, and pre-assigned ones."""
    spec.check(
        queue="queue_name: A | B, site_name: N | B",
        endpoint="ddm_endpoint_name: A_DATADISK | B_DATADISK, write_lan: OFF",
        task="jedi_task_id: 1 | 2, site: | B",
        expected={(1, "A"), (1, "B"), (2, "A"), (2, "B")},
    )
