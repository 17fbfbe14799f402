"""-es: settings for event service: a standard queue takes none of it."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_job_seeds(spec: Spec) -> None:
    """A queue without a seed is a standard one."""
    spec.check(
        queue="queue_name: A | B | C | D | E, job_seed: std | | es | eshigh | all",
        task="event_service: 1",
        expected={(1, 0, "A"): "jobseed std", (1, 0, "B"): "jobseed std"},
    )


def test_what_event_service_is(spec: Spec) -> None:
    """Kinds 1 and 2, without the cloning of jobs; priority and scouts do not matter."""
    spec.check(
        task="""
            jedi_task_id | event_service | split_rule | current_priority
            1            | 1             |            | 100
            2            | 2             | NF=1       | 950
            3            | 1             | UC=1       | 100
            4            | 0             |            | 100
            5            | 3             |            | 100
            6            |               |            | 100
        """,
        expected={(1, 0, "Q"), (2, 0, "Q")},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, job_seed: std | all",
        task="jedi_task_id: 1 | 2, event_service: 1 | 1, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )


def test_the_network_is_told_before_event_service(spec: Spec) -> None:
    """A queue that lacks all three; one with the connectivity; one with the stack too.

    Connectivity and stack share a criterion: the detail tells which of them it is.
    """
    spec.check_cycle(
        "exclusion",
        ["queue_name"],
        ["criterion", "detail"],
        queue="""
            queue_name | job_seed | wn_connectivity
            A          | std      | none
            B          | std      | full#IPv4
            C          | std      | full#IPv6
        """,
        task="event_service: 1, split_rule: IP=1,IK=6",
        expected={
            ("A",): ("-network", "queue has none, task asks for ipConnectivity 1"),
            ("B",): ("-network", "queue has IPv4, task asks for IPv6"),
            ("C",): ("-es", "jobseed std"),
        },
    )
