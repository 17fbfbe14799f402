"""-notincluded: with AUTO in includedSite others are kept aside."""

from __future__ import annotations

from tests.spec.check import Spec


def test_listed_queues_first(spec: Spec) -> None:
    """Others leave where a listed queue is left, also an excluded one, and stay where
    none is."""
    spec.check(
        queue="queue_name: A | B | C",
        task="""
            jedi_task_id | split_rule | task_params
            1 | LS=1 | {"includedSite": ["AUTO", "A"], "excludedSite": ["C"]}
            2 | LS=1 | {"includedSite": ["AUTO", "GONE"]}
            3 | LS=1 | {"includedSite": ["A"]}
        """,
        expected={1: {"B", "C"}},
    )
