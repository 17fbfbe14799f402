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
        job_stats="queue_name: B | C, n_jobs: 5 | 6",
        expected=both(
            page={"A": "+use", "B": "+use", "C": "+use"},
            asrun={"A": "-others_bootstrap", "B": "-t1_weight", "C": "+use"},
        ),
    )
    spec.check_fact(
        "ranked",
        "criterion",
        task_file=NO_INPUT,
        queue=QUEUES,
        task=low,
        expected={name: "+use" for name in "ABC"},
    )
