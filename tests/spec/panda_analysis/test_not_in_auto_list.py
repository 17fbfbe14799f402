"""-notincluded: with AUTO in includedSite others are kept aside."""

from __future__ import annotations

from tests.spec.check import Spec


def test_listed_queues_first(spec: Spec) -> None:
    """Others leave where a listed queue is left, and stay where none is."""
    spec.check(
        queue="queue_name: A | B",
        task="""
            jedi_task_id | split_rule | task_params
            1            | LS=1       | {"includedSite": ["AUTO", "A"]}
            2            | LS=1       | {"includedSite": ["AUTO", "GONE"]}
            3            | LS=1       | {"includedSite": ["A"]}
        """,
        expected={"B"},
    )
