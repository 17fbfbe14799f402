"""-lock: another broker works on the same queue.

The page is silent; both profiles do as the running system (C1).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_locks_of_the_last_five_minutes(spec: Spec) -> None:
    """It is 12:00: a lock of 11:55 no longer counts. Label and experiment must be those
    of the task, and its work queue, 0 where it has none. A name is that of the pseudo
    queue; a lock of the unified queue (V) is not for it."""
    spec.check(
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A | B | C | D | E | F | K | U | V, "
        "capability: | | | | | | | ucore | ucore, core_count: 8",
        queue_lock="""
            queue_name | locked_time | vo    | prod_source_label | workqueue_id
            A          | 11:54:59    | atlas | managed           | 0
            B          | 11:55:00    | atlas | managed           | 0
            C          | 11:55:01    | atlas | managed           | 0
            D          |             | atlas | managed           | 0
            E          | 11:59       | other | managed           | 0
            F          | 11:59       | atlas | user              | 0
            K          | 11:59       | atlas | managed           | 7
            U/SCORE    | 11:59       | atlas | managed           | 0
            V          | 11:59       | atlas | managed           | 0
        """,
        task="jedi_task_id: 1 | 2 | 3, workqueue_id: | 7 | 8",
        expected={
            1: dict.fromkeys(("C", "U/SCORE", "V"), "locked by another-broker"),
            2: {"K": "locked by another-broker"},
        },
    )


def test_a_lock_is_for_one_kind_of_work(spec: Spec) -> None:
    """Of its resource type and component."""
    spec.check(
        queue="queue_name: A | B | C",
        queue_lock="queue_name: A | B | C, resource_type: SCORE | MCORE | SCORE, "
        "component: default | default | merge",
        expected={"A"},
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
