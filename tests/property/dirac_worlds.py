"""Small random worlds of DIRAC in which much fits and much does not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

Row = dict[str, Any]
NAMES = ("A", "B", "C")


def some(dice: Random, names: Sequence[str] = NAMES) -> list[str] | None:
    """Return a few names, twice now and then, or nothing."""
    kind = dice.random()
    if kind < 0.55:
        return None if kind < 0.5 else []
    return [
        dice.choice(names) + dice.choice(("", "", " "))
        for _ in range(dice.randint(1, 3))
    ]


def a_job(dice: Random, number: int) -> Row:
    """Return a job that asks for a few things."""
    lists = "submit_pools pilot_types sites grid_ces grid_middlewares banned_sites"
    lists += " platforms job_types tags"
    made: Row = {
        "job_id": number,
        "owner": dice.choice(("ann", "bob")),
        "owner_group": dice.choice(("user", "prod", "other")),
        "setup": dice.choice(("P", "P", "Q")),
        "cpu_time": dice.choice((0, 360, 500, 501, 4000, 300000, 2000000)),
        "user_priority": dice.choice((-1, 0, 1, 1, 3, 9, 10, 25)),
        "min_ram": dice.choice((None, None, 0, 2000)),
        "max_ram": dice.choice((None, 0, 1000, 2000)),
        **{name: some(dice) for name in lists.split() if dice.random() < 0.4},
    }
    if dice.random() < 0.2:
        made["tags"] = [dice.choice(("MultiProcessor", "2Processors", "WholeNode"))]
    return made


def a_pilot(dice: Random, number: int) -> Row:
    """Return a request that no profile refuses."""
    lists = "site grid_ce platform job_type banned_site banned_grid_ce banned_platform"
    lists += " banned_job_type banned_tag"
    made: Row = {
        "seq": number,
        "setup": dice.choice(("P", "P", "Q")),
        "cpu_time": dice.choice((0, 359, 360, 500, 5000, 400000, 2000000)),
        "pilot_type": dice.choice((None, "A")),
        "submit_pool": dice.choice((None, "A")),
        "grid_middleware": dice.choice((None, "B")),
        "owner": dice.choice((None, None, "ann")),
        "owner_group": dice.choice((None, None, ["user"], ["user", "prod"])),
        "is_generic": dice.choice((None, None, True)),
        "vo": dice.choice((None, "lhcb", "bio")),
        "requester_group": dice.choice((None, None, "user", "prod")),
        "max_ram": dice.choice((None, 1999, 2000)),
        "tag": dice.choice((None, ["A"], ["A", "B", "C"], ["any"])),
        "number_of_processors": dice.choice((None, None, 1, 2, 1025)),
        "whole_node": dice.choice((None, None, True, False)),
    }
    words = (*NAMES, "D", "a-N-y")
    made |= {name: some(dice, words) for name in lists.split() if dice.random() < 0.4}
    if made["tag"] and dice.random() < 0.3:
        made["required_tag"] = made["tag"][:1]
    if made.get("site") and not made.get("grid_ce"):
        made["grid_ce"] = ["A"]  # a masked site without a CE would be refused
    return made


def a_world(seed: int) -> dict[str, list[Row]]:
    """Return a world in which much fits and much does not."""
    dice = Random(seed)
    groups: list[Row] = [
        {"group_name": "user", "job_share": dice.choice((None, 10.0)), "vo": "lhcb"},
        {"group_name": "prod", "job_share": 3000.0, "job_sharing": True},
    ]
    return {
        "dirac_group": groups,
        "dirac_job": [a_job(dice, number) for number in range(1, 41)],
        "dirac_pilot": [a_pilot(dice, number) for number in range(1, 31)],
        "dirac_site_mask": [
            {"site": "B", "status": "Banned"},
            {"site": "C", "status": "Degraded"},
        ],
        "dirac_platform": [{"platform": "A", "os": "D"}, {"platform": "B", "os": "B"}],
    }
