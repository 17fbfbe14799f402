"""-network: wnconnectivity of the queue must be consistent with ipConnectivity.

Split rule IP: 1 asks for full, 2 for http, any other number for none.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

FIVE_QUEUES = """
    queue_name | wn_connectivity
    A          | full#IPv4
    B          | http
    C          | none
    D          | #IPv4
    E          |
"""


def test_what_each_task_asks_for(spec: Spec) -> None:
    """Only full gives outbound connectivity, unknown connectivity is none at all. Tasks
    that specify nothing go everywhere; a rule that ends in IP is another one. D22: on
    the page full, http and none accept IP=3; as run there is no such value."""
    full, http = "task asks for ipConnectivity 1", "task asks for ipConnectivity 2"
    in_both = {
        (1, "B"): f"queue has http, {full}",
        (1, "C"): f"queue has none, {full}",
        **{(1, name): f"queue has unknown, {full}" for name in "DE"},
        (2, "C"): f"queue has none, {http}",
        **{(2, name): f"queue has unknown, {http}" for name in "DE"},
    }
    none = "queue has unknown, task asks for ipConnectivity 3"
    spec.check(
        queue=FIVE_QUEUES,
        task="""
            jedi_task_id | split_rule
            1            | NF=2,IP=1
            2            | IP=2
            3            | IP=3
            4            |
            5            | ''
            6            | NF=2
            7            | XIP=1
        """,
        expected=both(page={**in_both, (3, "D"): none, (3, "E"): none}, asrun=in_both),
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, wn_connectivity: none | full",
        task="jedi_task_id: 1 | 2, split_rule: IP=1, site: A | A,B",
        expected=both(page={(1, "A"), (2, "A")}, asrun={(2, "A")}),
    )
