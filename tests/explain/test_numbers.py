"""What is asked and offered, wherever a filter compares two numbers."""

from __future__ import annotations

from typing import Any

import pytest

import brokersql
from brokersql.render.table import Display

#: Criteria of the demo that compare -> unit, and the operator with which a pair passes.
COMPARED = {
    "-links_full": ("files", ">="),
    "-transferring": ("jobs", ">="),
    "-over_pledged": ("cores", "<="),
    "-max_io_intensity": ("kB/s", "<="),
    "-min_walltime": ("s", "<="),
    "-shortwalltime": ("HS06·s", "<="),
    "-lowmemory": ("MB", "<="),
    "-highmemory": ("MB", ">="),
    "-fewevents": ("events", ">="),
    "-max_cpucore": ("cores", ">="),
    "-nopilot": ("pilots", "<"),
}


@pytest.fixture(scope="module")
def reasons(cycle: brokersql.Cycle) -> dict[str, list[dict[str, Any]]]:
    """Return what is asked and offered, by criterion."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in cycle.sql("from verdict_reason where policy = 'panda_job'").to_pylist():
        found.setdefault(row["criterion"], []).append(row)
    return found


def test_a_comparison_has_its_numbers_in_every_pair(
    reasons: dict[str, list[dict[str, Any]]],
) -> None:
    for criterion, expected in COMPARED.items():
        found = reasons[criterion]
        assert {(row["unit"], row["operator"]) for row in found} == {expected}
        for row in found:
            asked, offered = row["asked"], row["offered"]
            is_met = {
                "<=": asked <= offered,
                "<": asked < offered,
                ">=": asked >= offered,
            }
            assert not is_met[row["operator"]], (criterion, row["detail"])
            assert row["shortfall"] == abs(asked - offered), (criterion, row["detail"])


def test_numbers_of_rules_that_compare_in_several_ways(
    reasons: dict[str, list[dict[str, Any]]],
) -> None:
    """A task of one core takes 1 at most, one of several takes more than 1.

    Two rule files share -link_unusable. Priority is one of several ways to be urgent,
    not what an inactive queue lacks. A need that nobody knows is no number.
    """
    cores = reasons["-cpucore"]
    assert {(row["asked"], row["operator"]) for row in cores} == {(1, "<"), (1, ">=")}
    assert all((row["offered"] <= 1) == (row["operator"] == "<") for row in cores)
    links = {
        (row["asked"], row["unit"], "blocked" in row["detail"])
        for row in reasons["-link_unusable"]
    }
    assert links == {(None, None, True), (150.0, "files", False)}
    urgent = (*reasons["-inactive"], *reasons.get("-opportunistic", ()))
    assert {row["asked"] for row in urgent} == {None}
    times = reasons["-longwalltime"]
    assert {row["unit"] for row in times} == {"HS06·s", "s"}
    for row in times:
        assert (row["asked"] is None) == ("nothing known" in row["detail"])


def test_a_full_nucleus_names_all_links_that_make_the_sum(
    cycle: brokersql.Cycle,
) -> None:
    story = cycle.explain(task=47110182, queue="GARONNE_UCORE/MCORE", changes=True)
    (full,) = story.document()["failing"]
    links = [each for each in full["inputs"] if each["table"] == "network_metric"]
    assert sum(each["value"] for each in links) == full["offered"] == 12_040
    assert {each["key"]["dst_site"] for each in links} == {"GARONNE-T1"}
    assert all(0 < each["age_s"] < 3600 for each in links)
    assert f"of {len(links)} rows, 12,040 files together (1 min to 19 min" in str(story)
    every = "\n".join(story.lines(Display(verbose=True)))
    assert every.count("Production Output_queued 430 files (") == len(links)
