"""-cloudmismatch: the task asks for another cloud."""

from __future__ import annotations

from tests.spec.check import Spec


def test_clouds(spec: Spec) -> None:
    """No cloud, or any, fits everywhere."""
    spec.check(
        queue="""
            queue_name | cloud
            A          | CERN
            B          | US
            C          |
        """,
        task="""
            jedi_task_id | cloud
            1            |
            2            | ''
            3            | any
            4            | CERN
        """,
        expected={
            (4, 0, "B"): "cloud US, task asks for CERN",
            (4, 0, "C"): "cloud unknown, task asks for CERN",
        },
    )
