"""A throughput has the recorded weight."""

from __future__ import annotations

from tests.conformance.recorded import recorded
from tests.facts.world import World, settings

LINES = recorded("throughput")


def test_every_throughput_has_its_weight() -> None:
    world = World(
        settings("asrun"),
        network_metric=[
            {"src_site": str(n), "dst_site": "N", "key": "dashb_mbps_1h", "value": mbps}
            for n, mbps in enumerate(line["mbps"] for line in LINES)
        ],
    )
    rows = world.database.rows(
        "select throughput_weight(value, cfg.throughput_mbps, cfg.throughput_weights) "
        "from network_metric cross join cfg order by src_site::bigint"
    )
    assert [row[0] for row in rows] == [line["expected"] for line in LINES]
