"""-lock: another broker works on the same queue.

The page is silent; both profiles do as the running system (C1).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_locks_of_the_last_five_minutes(spec: Spec) -> None:
    """It is 12:00: a lock of 11:55 no longer counts."""
    spec.check(
        queue="queue_name: A | B | C | D",
        queue_lock="queue_name: A | B | C | D, "
        "locked_time: 11:54:59 | 11:55:00 | 11:55:01 |",
        expected={"C": "locked by another-broker"},
    )


def test_a_lock_is_for_one_kind_of_work(spec: Spec) -> None:
    """Label, experiment, resource type and component must be those of the task."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        queue_lock="""
            queue_name | vo    | prod_source_label | resource_type | component
            A          | atlas | managed           | SCORE         | default
            B          | other | managed           | SCORE         | default
            C          | atlas | user              | SCORE         | default
            D          | atlas | managed           | MCORE         | default
            E          | atlas | managed           | SCORE         | merge
        """,
        expected={"A"},
    )


def test_a_lock_is_for_one_work_queue(spec: Spec) -> None:
    """That of the task, 0 where it has none."""
    spec.check(
        queue="queue_name: A | B",
        queue_lock="queue_name: A | B, workqueue_id: 0 | 7",
        task="jedi_task_id: 1 | 2 | 3, workqueue_id: | 7 | 8",
        expected={(1, "A"), (2, "B")},
    )


def test_a_lock_is_for_one_pseudo_queue(spec: Spec) -> None:
    """Its name is that of the pseudo queue; one of the unified queue is not for it."""
    spec.check(
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A | B, capability: ucore, core_count: 8",
        queue_lock="queue_name: A/SCORE | B",
        expected={"A/SCORE", "B"},
    )


def test_own_locks_do_not_count(spec: Spec) -> None:
    """They begin with the name of the broker; where it is unknown every lock counts,
    and everywhere one of which nobody says whose it is."""
    own, other = "locked by host-1-jbr-17", "locked by host-2-jbr-17"
    for owner, locked in (("host-1", {}), ("", {"A": own}), ("''", {"A": own})):
        spec.check(
            queue="queue_name: A | B | C",
            queue_lock="queue_name: A | B | C, "
            "locked_by: host-1-jbr-17 | host-2-jbr-17 |",
            snapshot=f"vo: atlas, lock_owner: {owner}",
            expected={**locked, "B": other, "C": "locked by an unknown broker"},
        )
