"""Filters stand in the order of the rows of the specification that they cite.

The report of a pair that fails several filters rests on this order. Filters of one
effect are compared with each other: a pair that fails any that drops reports the first
of these, another one the last of those that defer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

import pytest

from brokersql.policy import load_policy, shipped_policies

ROW = re.compile(r"\b(JB-|TB-|row )(\d+)")
#: Neighbours in another order, by the first of them, with the reason.
SWAPPED: Mapping[str, str] = {
    "status": "a unified parent has its own status first (analysis 9.1, no. 9)",
    "link_queued": "the last temporary reason counts: of the links that is the first",
    "links_full": "the last temporary reason counts: of the links that is the first",
    "short_walltime": "the analysis brokerage looks at both bounds first (1.4, row 14)",
    "long_walltime": "the analysis brokerage looks at both bounds first (1.4, row 14)",
    "max_io_intensity": "the analysis brokerage looks at it early (1.4, row 5)",
}


@pytest.mark.parametrize("policy", shipped_policies())
def test_filters_stand_in_the_order_of_the_rows_that_they_cite(policy: str) -> None:
    cited: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for file in load_policy(policy).filters:
        found = ROW.search(" ".join(file.header.all("source")))
        if found:
            key = (found[1], file.header.text("effect"))
            cited.setdefault(key, []).append((int(found[2]), file.stem))
    swapped = {
        before
        for rows in cited.values()
        for (first, before), (second, _) in pairwise(rows)
        if first > second
    }
    assert swapped <= SWAPPED.keys()
