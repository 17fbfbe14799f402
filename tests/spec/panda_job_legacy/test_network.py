"""For WORLD tasks the weight follows the link between nucleus and satellite."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec


@pytest.mark.parametrize(("world", "task"), [("WORLD", 1), ("US", 2)])
def test_only_tasks_of_the_cloud_world(spec: Spec, world: str, task: int) -> None:
    """75 of 150 files wait and nothing is known of the throughput: half of 1.5 + 1.3.

    Tasks of another cloud, of none, or without a nucleus weigh 1.
    """
    spec.check(
        parameters={"world_cloud": world},
        task="""
            jedi_task_id | cloud | nucleus
            1            | WORLD | N
            2            | US    | N
            3            |       | N
            4            | WORLD |
        """,
        network_metric="key: Production Output_queued, value: 75",
        expected={(each, 0, "Q"): 1.4 if each == task else 1.0 for each in range(1, 5)},
    )


@pytest.mark.parametrize(
    ("windows", "weight"),
    [("h", 1.65), ("hd", 1.65), ("w", 1.6), ("dw", 1.75), ("hdw", 2.0)],
)
def test_windows_of_throughput(spec: Spec, windows: str, weight: float) -> None:
    """The page has lost its text, so as it ran: a window counts with all longer ones.

    250 MB/s in the last hour, 30 in the last day, 2.5 in the last week; without any the
    throughput weighs 1.3.
    """
    values = {"h": ("1h", 250), "d": ("1d", 30), "w": ("1w", 2.5)}
    rows = [f"dashb_mbps_{values[each][0]} | {values[each][1]}" for each in windows]
    spec.check(
        network_metric="\n".join(["key | value", *rows]), expected={(1, 0, "Q"): weight}
    )


def test_it_may_be_switched_off(spec: Spec) -> None:
    """By NW_ACTIVE of gdpconfig; without the key it is on, in both profiles."""
    spec.check(expected={(1, 0, "Q"): 1.65})
    spec.check(parameters={"NW_ACTIVE": False}, expected={(1, 0, "Q"): 1.0})
