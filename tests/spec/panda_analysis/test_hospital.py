"""-hospital: hospital queues are for work that no other queue takes."""

from __future__ import annotations

from tests.spec.check import Spec


def test_a_normal_queue_is_left(spec: Spec) -> None:
    """A name with _HOSPITAL at its end."""
    spec.check(
        queue="queue_name: A | B_HOSPITAL",
        expected={"B_HOSPITAL": "a queue that is no hospital is left"},
    )
    spec.check(queue="queue_name: A_HOSPITAL | B_HOSPITAL", expected=set())
