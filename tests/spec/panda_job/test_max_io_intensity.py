"""-max_io_intensity: the task reads and writes more than the queue allows.

The pages are silent; both profiles do as the running system (JB-76).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """The limit stands among the params of the queue, not in its catchall field.
    Unknown intensity or 0 passes, even where the limit is 0."""
    spec.check(
        queue="""
            queue_name | params                    | catchall
            A          | {"max_io_intensity": 500} |
            B          |                           | max_io_intensity=500
            C          | {}                        |
            D          | {"max_io_intensity": 0}   |
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, io_intensity: 499 | 500 | 501 | | 0",
        expected={
            (3, "A"): "ioIntensity 501 > 500.0 kB/s",
            **{(n, "D"): f"ioIntensity {498 + n} > 0.0 kB/s" for n in (1, 2, 3)},
        },
    )


def test_merge_jobs_are_not_checked(spec: Spec) -> None:
    """Scouts and pre-assigned jobs are."""
    spec.check(
        queue="""
            params
            {"max_io_intensity": "50"}
        """,
        task="""
            jedi_task_id | site | is_merging | use_scout
            1            |      | true       | false
            2            | Q    | false      | true
        """,
        expected={2},
    )
