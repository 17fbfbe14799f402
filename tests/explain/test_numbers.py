"""What is asked and offered, wherever a filter compares two numbers."""

from __future__ import annotations

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


def _reasons(cycle: brokersql.Cycle) -> list[dict[str, object]]:
    asked = """
        select criterion, unit, asked, operator, offered, shortfall, detail
        from verdict_reason
        where policy = 'panda_job'
    """
    return cycle.sql(asked).to_pylist()


@pytest.fixture(scope="module")
def reasons(cycle: brokersql.Cycle) -> list[dict[str, object]]:
    return _reasons(cycle)


@pytest.mark.parametrize(("criterion", "expected"), COMPARED.items())
def test_a_comparison_has_its_numbers_in_every_pair(
    criterion: str, expected: tuple[str | None, str], reasons: list[dict[str, object]]
) -> None:
    found = [row for row in reasons if row["criterion"] == criterion]
    assert found
    assert {(row["unit"], row["operator"]) for row in found} == {expected}
    for row in found:
        asked, offered = row["asked"], row["offered"]
        assert isinstance(asked, float) and isinstance(offered, float)
        is_met = {"<=": asked <= offered, "<": asked < offered, ">=": asked >= offered}
        assert not is_met[expected[1]], row["detail"]
        assert row["shortfall"] == abs(asked - offered)


def test_cores_are_held_against_the_number_that_the_rule_says(
    reasons: list[dict[str, object]],
) -> None:
    """A task of one core takes 1 at most, one of several takes more than 1."""
    found = [row for row in reasons if row["criterion"] == "-cpucore"]
    told = {(row["asked"], row["operator"]) for row in found}
    assert told == {(1.0, "<"), (1.0, ">=")}
    for row in found:
        cores = row["offered"]
        assert isinstance(cores, float)
        assert (cores <= 1) == (row["operator"] == "<")


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


def test_a_blocked_link_compares_nothing_a_crowded_one_files(
    reasons: list[dict[str, object]],
) -> None:
    """Two rule files share -link_unusable."""
    found = [row for row in reasons if row["criterion"] == "-link_unusable"]
    told = {
        (row["asked"], row["unit"], "blocked" in str(row["detail"])) for row in found
    }
    assert told == {(None, None, True), (150.0, "files", False)}


def test_an_urgent_task_is_no_number_of_an_inactive_queue(
    reasons: list[dict[str, object]],
) -> None:
    """Priority is one of several ways to be urgent, not what the queue lacks."""
    found = [
        row for row in reasons if row["criterion"] in ("-inactive", "-opportunistic")
    ]
    assert {row["asked"] for row in found} == {None}


def test_a_mintime_asks_in_the_unit_of_the_task(
    reasons: list[dict[str, object]],
) -> None:
    """A need that nobody knows is no number."""
    found = [row for row in reasons if row["criterion"] == "-longwalltime"]
    assert {row["unit"] for row in found} == {"HS06·s", "s"}
    for row in found:
        assert (row["asked"] is None) == ("nothing known" in str(row["detail"]))
