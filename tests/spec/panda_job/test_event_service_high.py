"""-eshigh: settings for event service: a queue for its urgent jobs takes no others."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_only_urgent_event_service(spec: Spec) -> None:
    """Priority 899 is not urgent, 900 is, and so are scouts; an unknown one is 0."""
    spec.check(
        queue="queue_name: A | B | C, job_seed: eshigh | es | all",
        task="""
            jedi_task_id | event_service | current_priority
            1            | 1             | 899
            2            | 1             | 900
            3            | 1             | 901
            4            | 2             |
            5            | 1             | 100
        """,
        input_chunk="""
            jedi_task_id | use_scout
            1            | false
            2            | false
            3            | false
            4            | false
            5            | true
        """,
        expected={(1, 0, "A"): "jobseed eshigh", (4, 0, "A"): "jobseed eshigh"},
    )


def test_other_work_may_go_there(spec: Spec) -> None:
    """Jobs without event service and clones of jobs need not be urgent."""
    spec.check(
        queue="job_seed: eshigh",
        task="jedi_task_id: 1 | 2 | 3, event_service: | 1 | 1, split_rule: | UC=1 |",
        expected={(3, 0, "Q")},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, job_seed: eshigh | es",
        task="jedi_task_id: 1 | 2, event_service: 1 | 1, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )
