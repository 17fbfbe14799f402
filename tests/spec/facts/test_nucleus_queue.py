"""Queues of a nucleus, and queues that share the storage of its first queue."""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "nucleus_queue"
N = {("N", "N"): True}


def test_site_and_role_make_the_member(spec: Spec) -> None:
    """Whatever its state and its storage; pseudo queues are not told one by one. Sites
    of satellites stand here too; those of no role, type or site, or of a type without
    production, make no nucleus, and no members."""
    spec.check_fact(
        "nucleus",
        "first_queue_name",
        queue="queue_name: A1 | A2 | D, site_name: A | A |, role: nucleus",
        expected={"A": "A1", "N": "N"},
    )
    spec.check_fact(
        FACT,
        "is_member",
        queue="""
            queue_name | site_name | role      | status  | capability | type
            A1         | A         | nucleus   | offline | ucore      | production
            A2         | A         | nucleus   | online  |            | unified
            A3         | A         | satellite | online  |            | production
            A4         | A         |           | online  |            | production
            A5         | A         | nucleus   | online  |            | analysis
            B          | B         | satellite | online  |            | production
            C          | C         |           | online  |            | production
            D          | D         | nucleus   | online  |            | analysis
            E          | E         | nucleus   | online  |            |
        """,
        expected={**N, "A": {"A1": True, "A2": True}, "B": {"B": True}},
    )


def test_queues_that_share_its_storage(spec: Spec) -> None:
    """They write by default where the first queue of the nucleus reads, and are online.
    A1 comes first in the order of loading, so what A2 reads does not matter."""
    spec.check_fact(
        FACT,
        "is_member",
        queue="""
            queue_name | queue_order | site_name | role    | status
            A1         | 1           | A         | nucleus | online
            A2         | 2           | A         | nucleus | online
            B          | 3           | B         |         | online
            C          | 4           | C         |         | offline
            D          | 5           | D         |         | online
        """,
        queue_endpoint="queue_name: A1 | A2 | B | C | D, default_write: true, "
        "ddm_endpoint_name: DISK1 | DISK2 | DISK1 | DISK1 | DISK2",
        endpoint="ddm_endpoint_name: DISK1 | DISK2",
        expected={**N, "A": {"A1": True, "A2": True, "B": False}},
    )


def test_sharing_depends_on_analysis(spec: Spec) -> None:
    """Where the first queue runs analysis, a queue that shares must run it too. Two
    nuclei that share storage (E, F) each have the queue of the other beside their own.
    """
    spec.check_fact(
        FACT,
        "is_member",
        queue="queue_name: A | B | C | D | E | F, role: nucleus | | | | nucleus | "
        "nucleus, type: unified | production | unified | analysis | production | "
        "production",
        queue_endpoint="queue_name: A | B | C | D | E | F, "
        "ddm_endpoint_name: DISK | DISK | DISK | DISK | TAPE | TAPE",
        endpoint="ddm_endpoint_name: DISK | TAPE",
        expected={
            **{**N, "A": {"A": True, "C": False}},
            **{"E": {"E": True, "F": False}, "F": {"E": False, "F": True}},
        },
    )


def test_storage_of_nuclei(spec: Spec) -> None:
    """All of it on the page, as run where it writes by default; M has none."""
    spec.check_fact(
        "nucleus_endpoint",
        "nucleus",
        queue="queue_name: M | N, role: nucleus",
        queue_endpoint="queue_name: N, ddm_endpoint_name: N_DATADISK | N_TAPE, "
        "default_write: true | false",
        endpoint="ddm_endpoint_name: N_DATADISK | N_TAPE",
        expected=both(
            page={("N", "N_DATADISK"): "N", ("N", "N_TAPE"): "N"},
            asrun={("N", "N_DATADISK"): "N"},
        ),
    )
