"""-read_wan_blacklist: satellites must send their output over WAN."""

from __future__ import annotations

from tests.spec.check import Spec, both

BLOCKED = "no output endpoint with usable read_wan"


def test_the_output_storage_must_be_readable_over_wan(spec: Spec) -> None:
    """D46: OFF and TEST are not in both, unknown is; the page takes nothing but ON."""
    spec.check(
        queue="queue_name: A | B | C | D | E, read_wan: ON | | OFF | TEST | PARTIAL",
        expected=both(
            page=dict.fromkeys("CDE", BLOCKED), asrun=dict.fromkeys("CD", BLOCKED)
        ),
    )


def test_one_usable_output_endpoint_is_enough(spec: Spec) -> None:
    """Of type DATADISK, written to in the scope default; what is read is no matter. A
    queue without output storage sends nothing, even at the nucleus (E, F)."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F, site_name: A | B | C | D | E | N",
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
            E          | ON_DATADISK       | false          | default
            F          | ON_DATADISK       |                | default
        """,
        endpoint="ddm_endpoint_name: OFF_DATADISK | ON_DATADISK | ON_SCRATCHDISK, "
        "type: DATADISK | DATADISK | SCRATCHDISK, read_wan: OFF | ON | ON",
        expected={*"BCDEF"},
    )


def test_the_queues_of_the_nucleus_need_not_send(spec: Spec) -> None:
    """By their site, whatever they share; for another nucleus they are satellites."""
    spec.check(
        queue="queue_name: A | B | N, site_name: N | B | N, "
        "role: nucleus | satellite | nucleus",
        queue_endpoint="queue_name: A | B | N, "
        "ddm_endpoint_name: A_DATADISK | N_DATADISK | N_DATADISK",
        endpoint="ddm_endpoint_name: A_DATADISK | N_DATADISK, read_wan: OFF",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | B |",
        expected={
            (1, "B"),
            *((2, name) for name in "AN"),
            *((3, name) for name in "ABN"),
        },
    )
