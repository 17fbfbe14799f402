"""-es_ucore: settings for event service: not on one core of a unified queue."""

from __future__ import annotations

from tests.spec.check import Spec, both

RESOURCE_TYPES = "resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |"


def test_single_core_pseudo_queues(spec: Spec) -> None:
    """Those of more cores take it, and so do queues of one core that are not unified.
    The unified queue itself is not asked. Other work and clones of jobs (3, 4) run
    there."""
    told = "one core of a unified queue"
    spec.check(
        resource_type=RESOURCE_TYPES,
        queue="""
            queue_name | capability | core_count | job_seed
            A          | ucore      | 8          | all
            B          | ucore      | 1          | all
            C          |            | 1          | all
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4, event_service: 1 | 2 | | 1, "
        "split_rule: | | | UC=1",
        expected={(n, f"{name}/SCORE"): told for n in (1, 2) for name in "AB"},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked. A unified queue is a list of its pseudo queues."""
    spec.check(
        resource_type=RESOURCE_TYPES,
        queue="queue_name: A, capability: ucore, core_count: 8",
        task="jedi_task_id: 1 | 2, event_service: 1, site: A/SCORE | A",
        expected=both(page={(1, "A/SCORE"), (2, "A/SCORE")}, asrun={(2, "A/SCORE")}),
    )
