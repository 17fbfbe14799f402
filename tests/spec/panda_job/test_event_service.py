"""-es: settings for event service: a standard queue takes none of it."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_job_seeds(spec: Spec) -> None:
    """A queue without a seed is a standard one. Event service are kinds 1 and 2,
    without the cloning of jobs; priority and scouts do not matter. D47: as run, a
    single pre-assigned queue (7) is not asked; a list of them is (8)."""
    told = dict.fromkeys("AB", "jobseed std")
    spec.check(
        queue="queue_name: A | B | C | D | E, job_seed: std | | es | eshigh | all",
        task="""
            jedi_task_id | event_service | split_rule | current_priority | site
            1            | 1             |            | 100              |
            2            | 2             | NF=1       | 950              |
            3            | 1             | UC=1       | 100              |
            4            | 0             |            | 100              |
            5            | 3             |            | 100              |
            6            |               |            | 100              |
            7            | 1             |            | 100              | A
            8            | 1             |            | 100              | A,E
        """,
        expected=both(
            page=dict.fromkeys((1, 2, 7, 8), told), asrun=dict.fromkeys((1, 2, 8), told)
        ),
    )


def test_the_network_is_told_before_event_service(spec: Spec) -> None:
    """A queue that lacks all three; one with the connectivity; one with the stack too.
    Connectivity and stack share a criterion: the detail tells which of them it is."""
    spec.check_cycle(
        "exclusion",
        ["queue_name"],
        ["criterion", "detail"],
        queue="queue_name: A | B | C, job_seed: std, "
        "wn_connectivity: none | full#IPv4 | full#IPv6",
        task="event_service: 1, split_rule: IP=1,IK=6",
        expected={
            "A": ("-network", "queue has none, task asks for ipConnectivity 1"),
            "B": ("-network", "queue has IPv4, task asks for IPv6"),
            "C": ("-es", "jobseed std"),
        },
    )
