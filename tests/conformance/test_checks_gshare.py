"""Percentages, targets and the order of global shares are the recorded ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.conformance.recorded import recorded
from tests.facts.world import Row, World, settings

LINES = recorded("gshare")


def nodes(tree: Mapping[str, Any], parent: str | None = None) -> Iterator[Row]:
    """Yield the rows of global_share of a recorded tree, the root left out."""
    for child in tree["children"]:
        yield {"name": child["name"], "value": child["value"], "parent": parent}
        yield from nodes(child, child["name"])


def jobs(line: Mapping[str, Any]) -> list[Row]:
    """Return the jobs of a line; what a share executes is partly sent only."""
    loads = {
        "running": {name: hs06 - hs06 // 3 for name, hs06 in line["running"].items()},
        "sent": {name: hs06 // 3 for name, hs06 in line["running"].items()},
        "activated": line["queued"],
        "transferring": line["queued"],
    }
    return [
        {"vo": "atlas", "gshare": name, "job_status": status, "hs06": hs06}
        for status, load in loads.items()
        for name, hs06 in load.items()
    ]


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_line(number: int) -> None:
    line = LINES[number]
    world = World(
        settings("asrun"),
        snapshot=[{"snapshot_id": "s", "vo": "atlas"}],
        global_share=list(nodes(line["tree"])),
        job_stats=jobs(line),
    )
    usage = {row["name"]: row for row in world.rows("share_usage") if row["is_leaf"]}
    expected = line["expected"]
    percents = {name: row["percent"] for name, row in usage.items()}
    targets = {name: row["target_hs06"] for name, row in usage.items()}
    assert percents == pytest.approx(expected["leaf_percent"], rel=1e-12)
    assert targets == pytest.approx(expected["target"], rel=1e-12)
    order = sorted(world.rows("share_order"), key=lambda row: row["position_no"])
    assert [row["name"] for row in order] == expected["order"]
