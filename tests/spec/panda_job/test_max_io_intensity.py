"""-max_io_intensity: the task reads and writes more than the queue allows.

The pages are silent; both profiles do as the running system (JB-76).
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """The limit stands among the params of the queue, not in its catchall field.
    Unknown intensity or 0 passes, even where the limit is 0. Merge jobs (6) are not
    checked, scouts and pre-assigned jobs (7) are."""
    spec.check(
        queue="""
            queue_name | params                      | catchall
            A          | {"max_io_intensity": "500"} |
            B          |                             | max_io_intensity=500
            C          | {}                          |
            D          | {"max_io_intensity": 0}     |
        """,
        task="""
            jedi_task_id | io_intensity | site | is_merging | use_scout
            1            | 499          |      | false      | false
            2            | 500          |      | false      | false
            3            | 501          |      | false      | false
            4            |              |      | false      | false
            5            | 0            |      | false      | false
            6            | 501          |      | true       | false
            7            | 501          | A    | false      | true
        """,
        expected={
            **{(n, "A"): "ioIntensity 501 > 500.0 kB/s" for n in (3, 7)},
            **{(n, "D"): f"ioIntensity {498 + n} > 0.0 kB/s" for n in (1, 2, 3)},
            (7, "D"): "ioIntensity 501 > 0.0 kB/s",
        },
    )
