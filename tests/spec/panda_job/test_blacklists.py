"""A queue must read its input endpoints over LAN, and write its output endpoints.

-read_lan_blacklist asks for the first, -write_lan_blacklist for the second.
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

POLICY = "panda_job"
both_ways = pytest.mark.parametrize(
    ("rule", "status", "told"),
    [
        ("read_lan_blacklist", "read_lan", "no input endpoint with usable read_lan"),
        (
            *("write_lan_blacklist", "write_lan"),
            "no output endpoint with usable write_lan",
        ),
    ],
)


@both_ways
def test_on_and_unknown_are_usable(rule: str, status: str, told: str) -> None:
    """D46: OFF and TEST are blacklisted in both; the page takes nothing but ON. It
    holds for queues of the nucleus too (C), and for jobs of every kind."""
    Spec(POLICY, rule).check(
        queue="queue_name: A | B | C | D | E, site_name: A | B | N | D | E, "
        f"{status}: ON | | OFF | TEST | PARTIAL",
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


@both_ways
def test_one_usable_endpoint_is_enough(rule: str, status: str, told: str) -> None:
    """Only input or output endpoints count: of type DATADISK, in the scope of
    production. One that is blacklisted for reading may be written (E). A queue without
    such storage has none: F has an endpoint that nobody knows, G a tape, J nothing."""
    reads = rule == "read_lan_blacklist"
    Spec(POLICY, rule).check(
        queue="queue_name: A | B | C | D | E | F | G | H | I | J",
        endpoint=f"""
            ddm_endpoint_name | type        | {status} | blacklisted_read
            BAD_DATADISK      | DATADISK    | OFF      | false
            GOOD_DATADISK     | DATADISK    | ON       | false
            SCRATCH           | SCRATCHDISK | ON       | false
            BARRED_DATADISK   | DATADISK    | ON       | true
            TAPE              | DATATAPE    | ON       | false
        """,
        queue_endpoint=f"""
            queue_name | ddm_endpoint_name | scope    | {status}_role
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
        expected=dict.fromkeys("BCDEFGHJ" if reads else "BCDFGHJ", told),
    )
