"""For WORLD tasks the weight follows the link between nucleus and satellite."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec


@pytest.mark.parametrize(("world", "task"), [("WORLD", 1), ("US", 2)])
def test_only_tasks_of_the_cloud_world(spec: Spec, world: str, task: int) -> None:
    """75 of 150 files wait and nothing is known of the throughput: half of 1.5 + 1.3.
    Tasks of another cloud, of none, or without a nucleus weigh 1."""
    spec.check(
        parameters={"world_cloud": world},
        task="jedi_task_id: 1 | 2 | 3 | 4, cloud: WORLD | US | | WORLD, "
        "nucleus: N | N | N |",
        network_metric="Production Output_queued: 75",
        expected={each: 1.4 if each == task else 1.0 for each in range(1, 5)},
    )


def test_windows_of_throughput(spec: Spec) -> None:
    """The page has lost its text, so as it ran: a window counts with all longer ones;
    without any the throughput weighs 1.3."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        network_metric="""
            src_site | dashb_mbps_1h | dashb_mbps_1d | dashb_mbps_1w
            A        | 250           |               |
            B        | 250           | 30            |
            C        |               |               | 2.5
            D        |               | 30            | 2.5
            E        | 250           | 30            | 2.5
        """,
        expected={"A": 1.65, "B": 1.65, "C": 1.6, "D": 1.75, "E": 2.0},
    )


def test_it_may_be_switched_off(spec: Spec) -> None:
    """By NW_ACTIVE of gdpconfig; without the key it is on, in both profiles."""
    spec.check(expected={"Q": 1.65})
    spec.check(parameters={"NW_ACTIVE": False}, expected={"Q": 1.0})
