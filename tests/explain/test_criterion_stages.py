"""`--criterion` of any tag that is printed: caps, weights, gates, refusals, DIRAC."""

from __future__ import annotations

import pytest

import brokersql
from brokersql.core.errors import UsageError

HELD, CAPPED = 47110533, 47110325


@pytest.mark.parametrize("criterion", ["-cap", "-low_weight", "-lock", "-cap_rt"])
def test_what_pairs_lose_after_their_weight(
    criterion: str, cycle: brokersql.Cycle
) -> None:
    story = cycle.explain(criterion=criterion).document()
    weighed = cycle.weighed.to_pylist()
    lost = [row for row in weighed if row["criterion"] == criterion]
    counts = story["counts"]
    assert (counts["pairs"], counts["fails"]) == (len(weighed), len(lost))
    assert counts["tasks_touched"] == len({row["jedi_task_id"] for row in lost})
    assert sum(each["tasks"] for each in story["queues"]) == len(
        {(row["jedi_task_id"], row["unified_name"]) for row in lost}
    )
    assert story["files"] and story["title"]
    assert story["shortfalls"] is None


def test_a_cap_says_who_waits_by_it(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(criterion="cap")).splitlines()
    assert lines[0].startswith("-cap: more jobs are queued")
    assert lines[1] == "sql/panda_job/caps/cap.sql"
    assert "1 task with 64 cores waits while it leaves out some queue" in lines
    assert any(line.startswith("queue ") and "tasks left out" in line for line in lines)


def test_a_gate_lists_the_tasks_that_it_holds(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(criterion="-incomplete_input")
    (held,) = story.document()["held"]
    assert (held["jedi_task_id"], held["n_cores"]) == (HELD, 64)
    assert "is incomplete at any online storage" in held["reason"]
    assert "1 task with 64 cores stands still by it" in str(story)


def test_what_the_choice_itself_tells_has_its_file(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(criterion="-no_candidates").document()
    assert CAPPED in {each["jedi_task_id"] for each in story["held"]}
    assert story["files"] == ["sql/panda_job/select/result.sql"]
    assert story["class"] is None
    assert story["title"] == "no candidate is left after the checks"


def test_a_filter_of_pilots(matching: brokersql.Cycle) -> None:
    story = matching.explain(criterion="-site").document()
    bit = next(
        row["bit"]
        for row in matching.criterion.to_pylist()
        if row["criterion"] == "-site"
    )
    masks = [row["reject_mask"] for row in matching.verdict.to_pylist()]
    counts = story["counts"]
    assert counts["fails"] == sum(mask >> bit & 1 for mask in masks)
    assert counts["queues_barred_alone"] == masks.count(1 << bit)
    assert sum(each["n_queues"] for each in story["held"]) == masks.count(1 << bit)
    reported = matching.exclusion.column("criterion").to_pylist()
    assert counts["reported"] == reported.count("-site")


@pytest.mark.parametrize("criterion", ["-no_setup", "-no_eligible_queue"])
def test_a_refusal_lists_its_pilots(criterion: str, matching: brokersql.Cycle) -> None:
    story = matching.explain(criterion=criterion).document()
    decided = matching.result.to_pylist()
    refused = {row["seq"] for row in decided if row["criterion"] == criterion}
    assert {each["seq"] for each in story["held"]} == refused != set()
    assert story["counts"]["pilots_waiting_alone"] == len(refused)


def test_a_tag_that_nothing_prints(matching: brokersql.Cycle) -> None:
    with pytest.raises(UsageError) as fault:
        matching.explain(criterion="-sight")
    assert "no criterion -sight in dirac" in str(fault.value)
    assert "did you mean -site?" in str(fault.value)
