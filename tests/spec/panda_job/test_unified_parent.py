"""-not_candidate: unified queues are resolved to their pseudo queues."""

from __future__ import annotations

from tests.spec.check import Spec


def test_a_unified_queue_itself_takes_no_jobs(spec: Spec) -> None:
    """Its pseudo queues do, and so do queues that are not unified. One without pseudo
    queues (D), as no resource type fits its cores, takes no jobs all the same.

    As run, a pre-assigned unified queue stays; the page takes it off the list. So this
    check is left to `not_listed` wherever a list is given (spec 4.2), by the task (2)
    or by the files before a merge (3).
    """
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core:",
        queue="queue_name: A | B | C | D, capability: ucore | | score | ucore, "
        "type: unified | unified | production | unified, core_count: 8 | 8 | 8 | 1",
        task="jedi_task_id: 1 | 2 | 3, site: | A |, queue_name: | | A/MCORE",
        expected=dict.fromkeys("AD", "unified queue: see its pseudo queues"),
    )
