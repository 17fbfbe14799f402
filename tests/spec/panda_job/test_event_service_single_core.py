"""-es_ucore: settings for event service: not on one core of a unified queue."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_single_core_pseudo_queues(spec: Spec) -> None:
    """Those of more cores take it, and so do queues of one core that are not unified.
    The unified queue itself is not asked. Other work and clones of jobs (3, 4) run
    there. D47: as run, a single pre-assigned queue (5) is not asked. A unified queue is
    a list of its pseudo queues (6)."""
    told = {f"{name}/SCORE": "one core of a unified queue" for name in "AB"}
    spec.check(
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="""
            queue_name | capability | core_count | job_seed
            A          | ucore      | 8          | all
            B          | ucore      | 1          | all
            C          |            | 1          | all
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, event_service: 1 | 2 | | 1 | 1 | 1, "
        "split_rule: | | | UC=1 | |, site: | | | | A/SCORE | A",
        expected=both(
            page=dict.fromkeys((1, 2, 5, 6), told), asrun=dict.fromkeys((1, 2, 6), told)
        ),
    )
