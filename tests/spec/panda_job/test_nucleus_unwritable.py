"""-dest_blacklisted: the nucleus must take files from satellites and give them some."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.stage import Key

QUEUES = ("N", "N2", "M", "M2", "P", "P2", "R", "R2", "Q")
CLOSED = "OFF_DATADISK: writing over WAN is switched off"


def test_the_status_of_the_nucleus(spec: Spec) -> None:
    """Where it cannot receive, no satellite may send anything there; D5: the page asks
    for reading over WAN as well. D46: the page wants ON, as run only OFF and TEST hold
    anything; a status that nobody knows (7) passes in both."""
    states = {
        at + 3 * n: f"{way} over WAN is {state}"
        for n, way in enumerate(("writing", "reading"))
        for at, state in enumerate(("switched off", "TEST", "PARTIAL"), start=1)
    }
    queues = ("Q", *(f"N{n}" for n in range(1, 9)))

    def told(*tasks: int) -> dict[Key, str]:
        return {
            (task, 0, queue): f"N{task}_DATADISK: {states[task]}"
            for task in tasks
            for queue in queues
            if queue != f"N{task}"
        }

    spec.check(
        queue="""
            queue_name | role      | write_wan | read_wan
            Q          | satellite | OFF       | OFF
            N1         | nucleus   | OFF       | ON
            N2         | nucleus   | TEST      | ON
            N3         | nucleus   | PARTIAL   | ON
            N4         | nucleus   | ON        | OFF
            N5         | nucleus   | ON        | TEST
            N6         | nucleus   | ON        | PARTIAL
            N7         | nucleus   |           |
            N8         | nucleus   | ON        | ON
        """,
        task="\n".join(
            ["jedi_task_id | nucleus", *(f"{n} | N{n}" for n in range(1, 9))]
        ),
        expected=both(page=told(1, 2, 3, 4, 5, 6), asrun=told(1, 2)),
    )


def test_which_endpoints_of_the_nucleus_are_looked_at(spec: Spec) -> None:
    """V14: all of all its queues; as run, the default output of its first queue. Each
    nucleus has two queues. One endpoint that may do both is enough: at N it is no
    default output, at M that of the second queue; at P each may do one of the two.
    C092: the queues of the nucleus itself are no satellites."""
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
                    (3, name): "FROM_DATADISK: writing over WAN is switched off; "
                    "TO_DATADISK: reading over WAN is switched off"
                    for name in QUEUES
                    if name not in ("P", "P2")
                },
                **{(4, name): CLOSED for name in QUEUES if name != "R"},
            },
            asrun={(task, name): CLOSED for task in (1, 2, 4) for name in QUEUES},
        ),
    )


def test_a_loaded_status_that_is_no_on(spec: Spec) -> None:
    """Loading keeps any word: it fails on the page, OFF and TEST alone in asrun."""
    for write_wan, read_wan in (("PARTIAL", "ON"), ("ON", "on")):
        spec.check_cycle(
            "exclusion",
            ("jedi_task_id", "queue_name"),
            "criterion",
            endpoint="ddm_endpoint_name: Q_DATADISK | N_DATADISK, "
            f"write_wan: ON | {write_wan}, read_wan: ON | {read_wan}",
            expected=both(page={(1, "Q"): "-dest_blacklisted"}, asrun={}),
        )


def test_satellites_are_the_queues_of_other_sites(spec: Spec) -> None:
    """C092: M belongs to the nucleus, whatever storage it writes to, Q does not; as run
    queues are told by the site of their default output endpoint, which Q lacks. A is at
    the storage of the nucleus, B alone sends there over WAN. A task without nucleus, or
    with one nobody knows, passes."""
    spec.check(
        queue="""
            queue_name | site_name | role      | ddm_endpoint_name | default_write
            N          | N         | nucleus   | N_DATADISK        | true
            M          | N         | nucleus   | M_DATADISK        | true
            Q          | Q         | satellite | Q_DATADISK        | false
            A          | A         | satellite | N_DATADISK        | true
            B          | B         | satellite | B_DATADISK        | true
        """,
        endpoint="site_name: N | M | Q | B, ddm_endpoint_name: N_DATADISK | "
        "M_DATADISK | Q_DATADISK | B_DATADISK, write_wan: OFF | OFF | ON | ON",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | NOWHERE |",
        expected=both(page={"Q", "A", "B"}, asrun={"M", "B"}),
    )
