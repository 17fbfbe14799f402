"""-not_candidate: a unified queue takes jobs through its pseudo queues."""

from __future__ import annotations

from tests.spec.check import Spec


def test_parents_only(spec: Spec) -> None:
    """Children and plain queues stay."""
    spec.check(
        queue="queue_name: A | B, type: unified | analysis, capability: ucore |",
        expected={"A": "unified queue: see its pseudo queues"},
    )
