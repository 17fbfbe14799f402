"""-lowmemory: the estimated memory does not fit under the upper limit of the queue."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """A tenth is left out of the estimate, which is cut to whole MB (12, no. 10). 0 and
    unknown are no limit (B, C), and no request (4, 5)."""
    spec.check(
        queue="queue_name: A | B | C, max_rss: 2000 | 0 |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, ram_count: 2222 | 2223 | 2224 | 0 |, "
        "base_ram_count: 0 | 0 | 0 | 0 |",
        expected={(3, "A"): "needs 2001 MB > max_rss 2000 MB"},
    )
