"""-not_candidate: analysis runs on queues of type analysis or unified."""

from __future__ import annotations

from tests.spec.check import Spec


def test_types_of_queues(spec: Spec) -> None:
    """A pre-assigned queue of any type stays, for its task."""
    spec.check(
        queue="""
            queue_name | type       | catchall
            A          | analysis   |
            B          | unified    |
            C          | production |
            D          |            |
            E          | production | grandly_unified
        """,
        task="jedi_task_id: 1 | 2, site: | C",
        expected={
            (1, "C"): "type production runs no analysis",
            (1, "D"): "type unknown runs no analysis",
            (2, "D"): "type unknown runs no analysis",
        },
    )


def test_a_unified_queue_of_another_type(spec: Spec) -> None:
    """Spec 1.0 of analysis: the pre-assigned name alone is looked at, not its pseudo
    queues. The parent falls elsewhere."""
    spec.check(
        queue="queue_name: C, type: production, capability: ucore",
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        task="site: C",
        expected={"C/SCORE": "type production runs no analysis"},
    )


def test_queues_of_no_cloud(spec: Spec) -> None:
    """Spec 3.1 of production: a queue that could run it is dropped, named or not."""
    nowhere = "belongs to no cloud"
    spec.check(
        queue="queue_name: A | B | C, type: analysis | unified | unified, "
        "cloud:  | | WORLD",
        task="jedi_task_id: 1 | 2, site: | B",
        expected={(1, "B"): nowhere, (2, "B"): nowhere},
    )
