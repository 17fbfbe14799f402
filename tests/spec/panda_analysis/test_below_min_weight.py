"""-below_min_weight: the least weight of the share or label."""

from __future__ import annotations

from tests.spec.check import Spec


def test_the_least_weight(spec: Spec) -> None:
    """Of the share before that of the label; exactly the least weight passes. On the
    page a queue with 9 queued jobs weighs 0.1, an empty one 1."""
    world = {
        "queue": "queue_name: A | B",
        "task_dataset": "type: pseudo_input",
        "job_stats": "queue_name: A, activated: 9",
    }
    for key, least, hit in (
        ("MIN_WEIGHT_user", 0.1, set[str]()),
        ("MIN_WEIGHT_user", 0.11, {"A"}),
        ("MIN_WEIGHT_user_User Analysis", 0.11, {"A"}),
        ("MIN_WEIGHT_user_Express Analysis", 0.11, set[str]()),
    ):
        spec.check(
            world=world,
            gdp_config=f"key: {key}, value: {least}, type: float",
            profile="page",
            expected={*hit},
        )
