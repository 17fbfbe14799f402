"""-write_lan_blacklist: a queue must be able to write its output endpoints over LAN."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_and_unknown_can_be_written(spec: Spec) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON. It
    holds for queues of the nucleus too (C), and for jobs of every kind."""
    told = "no output endpoint with usable write_lan"
    spec.check(
        queue="queue_name: A | B | C | D | E, site_name: A | B | N | D | E, "
        "write_lan: ON | | OFF | TEST | PARTIAL",
        task="""
            jedi_task_id | site | use_scout | is_merging
            1            |      | false     | false
            2            |      | true      | false
            3            | C    | false     | true
        """,
        expected=both(
            page=dict.fromkeys((1, 2, 3), dict.fromkeys("CDE", told)),
            asrun=dict.fromkeys((1, 2, 3), dict.fromkeys("CD", told)),
        ),
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
