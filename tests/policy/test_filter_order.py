"""Filters and set rules stand in the order in which the running systems look at them.

filter_rows.tsv holds, per file, the list (production JB, tasks TB, analysis row) and
the row of the filter in it; a filter of production that analysis has too is in both.
Filters of one row stand there in their order.

The report of a pair that fails several filters rests on this order. Filters of one
effect are compared with each other: a pair that fails any that drops reports the first
of these, another one the last of those that defer.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from brokersql.policy import load_policy, shipped_policies

ROWS = Path(__file__).with_name("filter_rows.tsv")
#: Neighbours in another order, by the first of them, with the reason.
SWAPPED: Mapping[str, str] = {
    "status": "a unified parent has its own status first (analysis 9.1, no. 9)",
    "link_queued": "the last temporary reason counts: of the links that is the first",
    "links_full": "the last temporary reason counts: of the links that is the first",
    "read_lan_blacklist": "looked at only where the disk has space: that reason counts",
}


@pytest.mark.parametrize("policy", shipped_policies())
def test_filters_stand_in_the_order_of_their_rows(policy: str) -> None:
    named = {"row"} if policy == "panda_analysis" else {"JB", "TB"}
    with open(ROWS, encoding="utf-8") as lines:
        rows = {
            row["file"]: (row["list"], (int(row["row"]), number))
            for number, row in enumerate(csv.DictReader(lines, delimiter="\t"))
            if row["list"] in named
        }
    cited: dict[tuple[str, str], list[tuple[tuple[int, int], str]]] = {}
    loaded = load_policy(policy)
    for file in (*loaded.filters, *dict(loaded.stages).get("set_rules", ())):
        if found := rows.get(file.shown):
            name, place = found
            cited.setdefault((name, file.effect), []).append((place, file.stem))
    swapped = {
        before
        for each in cited.values()
        for (first, before), (second, _) in pairwise(each)
        if first > second
    }
    assert swapped <= SWAPPED.keys()


@pytest.mark.parametrize(
    ("policy", "stage", "number"),
    [
        ("panda_timeout", "timeouts", r"\bTO-\d\d\b"),
        ("dirac", "filters", r"\bT\d{3}\b"),
    ],
)
def test_rules_stand_in_the_order_of_the_page(
    policy: str, stage: str, number: str
) -> None:
    """By the number of a timeout, and by the first statement that a condition cites."""
    stages = dict(load_policy(policy).stages)
    numbers = [re.findall(number, file.text)[:1] for file in stages[stage]]
    cited = [each for found in numbers for each in found]
    assert cited == sorted(cited)
