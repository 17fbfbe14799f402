"""-cloudmismatch: the task asks for another cloud."""

from __future__ import annotations

from tests.spec.check import Spec


def test_clouds(spec: Spec) -> None:
    """No cloud, or any, fits everywhere."""
    spec.check(
        queue="queue_name: A | B | C, cloud: CERN | US |",
        task="jedi_task_id: 1 | 2 | 3 | 4, cloud: | '' | any | CERN",
        expected={
            (4, "B"): "cloud US, task asks for CERN",
            (4, "C"): "cloud unknown, task asks for CERN",
        },
    )
