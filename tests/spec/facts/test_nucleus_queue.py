"""Queues of a nucleus, and queues that share the storage of its first queue."""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "nucleus_queue"
N = {("N", "N"): True}


def test_site_and_role_make_the_member(spec: Spec) -> None:
    """Whatever its state and its storage; pseudo queues are not told one by one. Sites
    of satellites stand here too; those of no role do not."""
    spec.check_fact(
        FACT,
        "is_member",
        queue="""
            queue_name | site_name | role      | status  | capability
            A1         | A         | nucleus   | offline | ucore
            A2         | A         | nucleus   | online  |
            A3         | A         | satellite | online  |
            A4         | A         |           | online  |
            B          | B         | satellite | online  |
            C          | C         |           | online  |
        """,
        expected={**N, "A": {"A1": True, "A2": True}, "B": {"B": True}},
    )


def test_no_site(spec: Spec) -> None:
    """A queue of an unknown site makes no nucleus."""
    spec.check_fact(
        "nucleus",
        "first_queue_name",
        queue="queue_name: A1 | A2 | D, site_name: A | A |, role: nucleus",
        expected={"A": "A1", "N": "N"},
    )


def test_only_queues_of_production(spec: Spec) -> None:
    """Those of another type, or none, are no members and make no nucleus."""
    spec.check_fact(
        FACT,
        "is_member",
        queue="queue_name: A1 | A2 | B | C, site_name: A | A | B | C, role: nucleus, "
        "type: analysis | unified | analysis |",
        expected={**N, ("A", "A2"): True},
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
    """Where the first queue runs analysis, a queue that shares must run it too."""
    spec.check_fact(
        FACT,
        "is_member",
        queue="queue_name: A | B | C | D, role: nucleus | | |, "
        "type: unified | production | unified | analysis",
        queue_endpoint="queue_name: A | B | C | D, ddm_endpoint_name: DISK",
        endpoint="ddm_endpoint_name: DISK",
        expected={**N, "A": {"A": True, "C": False}},
    )


def test_two_nuclei_that_share_storage(spec: Spec) -> None:
    """Each has the queue of the other beside its own."""
    spec.check_fact(
        FACT,
        "is_member",
        queue="queue_name: A | B, role: nucleus",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: DISK",
        endpoint="ddm_endpoint_name: DISK",
        expected={**N, "A": {"A": True, "B": False}, "B": {"A": False, "B": True}},
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
