"""-nopilot: queues without pilots for the last 3 hours are skipped."""

from __future__ import annotations

from tests.spec.check import Spec


def test_signs_of_life(spec: Spec) -> None:
    """Names with ANALY_ read the row analysis; no row is no pilot."""
    spec.check(
        queue="queue_name: A | B | C | ANALY_D",
        pilot_activity="""
            queue_name | flag       | n_get_job | n_update_job
            A          | production | 1         | 0
            B          | production | 0         | 0
            ANALY_D    | production | 1         | 1
        """,
        expected={name: "no pilot in 3 h" for name in ("B", "C", "ANALY_D")},
    )
