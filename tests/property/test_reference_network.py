"""Worked examples of the network weight, in both profiles."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.property.reference.network import Network
from tests.property.reference.parameters import Parameters
from tests.property.reference.world import world_of
from tests.property.world_parts.dice import NOW, ago, arrow

PROFILES = ("page", "asrun")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("metrics", "weight"),
    [
        ({"Production Output_queued": 30, "dashb_mbps_1w": 80}, 1.8),
        ({"Production Output_queued": 75, "dashb_mbps_1w": 1}, 1.25),
        ({}, 1.65),
        ({"AGIS_closeness": 0, "Production Output_queued": 75}, 1.75),
        ({"AGIS_closeness": 11, "Production Output_queued": 75}, 1.25),
        ({"Production Output_queued": 149, "dashb_mbps_1w": 200}, 1.453333333),
    ],
)
def test_network_weight(
    profile: str, metrics: Mapping[str, float], weight: float
) -> None:
    assert network(profile, metrics).weight("S", "N", "Production Output") == (
        pytest.approx(weight)
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_network_weight_inside_the_nucleus(profile: str) -> None:
    assert network(profile, {}).weight("N", "N", "Express") == 2.5


@pytest.mark.parametrize(
    ("metrics", "asrun", "page"),
    [
        ({"dashb_mbps_1h": 150}, None, 150),
        ({"dashb_mbps_1w": 5, "dashb_mbps_1h": 150}, 5, 150),
    ],
)
def test_throughput_that_counts(
    metrics: Mapping[str, float], asrun: float | None, page: float
) -> None:
    for profile, mean in (("asrun", asrun), ("page", page)):
        links = network(profile, metrics)
        assert links.throughput(links.link("S", "N")) == mean


def network(profile: str, metrics: Mapping[str, float]) -> Network:
    """Return the metrics of the link from S to N."""
    rows = [
        {
            "src_site": "S",
            "dst_site": "N",
            "key": key,
            "value": float(value),
            "ts": ago(minutes=1),
        }
        for key, value in metrics.items()
    ]
    tables = {
        "snapshot": arrow("snapshot", [{"snapshot_time": NOW}]),
        "network_metric": arrow("network_metric", rows),
    }
    return Network(world_of(tables), Parameters(profile))
