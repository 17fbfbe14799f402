"""-not_candidate: unified queues are resolved to their pseudo queues."""

from __future__ import annotations

from tests.spec.check import Spec

ONE_TYPE = "resource_name: SCORE, min_core: 1, max_core: 1"


def test_a_unified_queue_itself_takes_no_jobs(spec: Spec) -> None:
    """Its pseudo queues do, and so do queues that are not unified."""
    spec.check(
        resource_type=ONE_TYPE,
        queue="queue_name: A | B | C, capability: ucore | | score, "
        "type: unified | unified | production",
        expected={"A": "unified queue: see its pseudo queues"},
    )


def test_a_unified_queue_without_pseudo_queues(spec: Spec) -> None:
    """No resource type fits its cores: it takes no jobs all the same."""
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core:",
        queue="queue_name: A, capability: ucore, core_count: 1",
        expected={"A"},
    )


def test_named_by_the_task(spec: Spec) -> None:
    """As run, a pre-assigned unified queue stays; the page takes it off the list. So
    this check is left to `not_listed` wherever a list is given (spec 4.2), by the task
    (2) or by the files before a merge (3)."""
    spec.check(
        resource_type=ONE_TYPE,
        queue="queue_name: A, capability: ucore",
        task="jedi_task_id: 1 | 2 | 3, site: | A |, queue_name: | | A/SCORE",
        expected={"A"},
    )
