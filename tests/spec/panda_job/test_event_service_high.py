"""-eshigh: settings for event service: a queue for its urgent jobs takes no others."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_only_urgent_event_service(spec: Spec) -> None:
    """Priority 899 is not urgent, 900 is, and so are scouts; an unknown one is 0. Jobs
    without event service (6) and clones of jobs (7) need not be urgent. D47: as run, a
    single pre-assigned queue (8) is not asked; a list of them is (9)."""
    told = "jobseed eshigh"
    tasks = """
        jedi_task_id | event_service | current_priority | use_scout | split_rule | site
        1            | 1             | 899              | false     |            |
        2            | 1             | 900              | false     |            |
        3            | 1             | 901              | false     |            |
        4            | 2             |                  | false     |            |
        5            | 1             | 100              | true      |            |
        6            |               | 500              | false     |            |
        7            | 1             | 500              | false     | UC=1       |
        8            | 1             | 500              | false     |            | A
        9            | 1             | 500              | false     |            | A,B
    """
    spec.check(
        queue="queue_name: A | B | C, job_seed: eshigh | es | all",
        task=tasks,
        expected=both(
            page={(task, "A"): told for task in (1, 4, 8, 9)},
            asrun={(task, "A"): told for task in (1, 4, 9)},
        ),
    )
