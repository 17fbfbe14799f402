"""What became of a pair that got a weight: beaten by the busiest queue, or not.

With a negative t1Weight one queue is left, as run (see test_busiest_pair.py).
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.test_busiest_pair import NO_INPUT, QUEUES


def test_empty_queues_lose(spec: Spec) -> None:
    """They are reported as beaten; where all queues are empty they are all taken."""
    low = "current_priority: 100, split_rule: TW=-1"
    spec.check_fact(
        "ranked",
        "criterion",
        task_file=NO_INPUT,
        queue=QUEUES,
        task=low,
        job_stats="""
            queue_name | n_jobs
            B          | 5
            C          | 6
        """,
        expected=both(
            page={(1, 0, "A"): "+use", (1, 0, "B"): "+use", (1, 0, "C"): "+use"},
            asrun={
                (1, 0, "A"): "-others_bootstrap",
                (1, 0, "B"): "-t1_weight",
                (1, 0, "C"): "+use",
            },
        ),
    )
    spec.check_fact(
        "ranked",
        "criterion",
        task_file=NO_INPUT,
        queue=QUEUES,
        task=low,
        expected={(1, 0, name): "+use" for name in "ABC"},
    )
