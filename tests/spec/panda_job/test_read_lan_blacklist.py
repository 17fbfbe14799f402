"""-read_lan_blacklist: a queue must be able to read its input endpoints over LAN."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_on_and_unknown_can_be_read(spec: Spec) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON. It
    holds for queues of the nucleus too (C), and for jobs of every kind."""
    told = "no input endpoint with usable read_lan"
    spec.check(
        queue="queue_name: A | B | C | D | E, site_name: A | B | N | D | E, "
        "read_lan: ON | | OFF | TEST | PARTIAL",
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


def test_one_readable_endpoint_is_enough(spec: Spec) -> None:
    """Only input endpoints count: of type DATADISK, in the scope of production. A
    queue without storage has nothing to read: F has one that nobody knows, G a tape,
    J none."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H | I | J",
        endpoint="""
            ddm_endpoint_name | type        | read_lan | blacklisted_read
            BAD_DATADISK      | DATADISK    | OFF      | false
            GOOD_DATADISK     | DATADISK    | ON       | false
            SCRATCH           | SCRATCHDISK | ON       | false
            BARRED_DATADISK   | DATADISK    | ON       | true
            TAPE              | DATATAPE    | ON       | false
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | read_lan_role
            A          | BAD_DATADISK      | default  | true
            A          | GOOD_DATADISK     | default  | true
            B          | BAD_DATADISK      | default  | true
            B          | GOOD_DATADISK     | default  | false
            C          | GOOD_DATADISK     | analysis | true
            D          | SCRATCH           | default  | true
            E          | BARRED_DATADISK   | default  | true
            F          | NOWHERE           | default  | true
            G          | TAPE              | default  | true
            H          | GOOD_DATADISK     | default  |
            I          | GOOD_DATADISK     | default  | true
        """,
        expected={*"BCDEFGHJ"},
    )
