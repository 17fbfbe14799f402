"""`explain --task --queue`: everything that fails there, or its weight and rank."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import brokersql
from tests.cli.calling import ROOT, explained

TASK, INCOMPLETE, CAPPED = 47110299, 47110533, 47110403


def told(where: Path, task: int, queue: str) -> dict[str, Any]:
    asked = ("--task", task, "--queue", queue, "--no-changes")
    done = explained(where, *asked, "--format", "json")
    assert done.code == 0, done.err
    return done.json


def rows(folder: Path, table: str, task: int) -> list[dict[str, Any]]:
    found = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return [row for row in found if row["jedi_task_id"] == task]


def test_keys_of_the_json(run_folder: Path) -> None:
    rejected = next(
        row
        for row in rows(run_folder, "exclusion", TASK)
        if row["criterion"] == "-lowmemory"
    )
    story = told(run_folder, TASK, rejected["queue_name"])
    assert list(story) == [
        *("schema_version", "kind", "policy", "profile", "snapshot_id"),
        *("snapshot_time", "seed", "jedi_task_id", "chunk_no", "queue_name"),
        *("unified_name", "status", "criterion", "reject_mask", "failing"),
        *("counts", "passing", "changes", "weights", "rank", "cap", "cut"),
        *("held", "remarks", "missing", "job_brokerage"),
    ]
    first = story["failing"][0]
    assert list(first) == [
        *("criterion", "bit", "effect", "class", "reported", "title", "detail", "unit"),
        *("requested", "operator", "offered", "shortfall", "inputs", "source", "file"),
        "line",
    ]
    assert first["detail"] == rejected["detail"]
    assert first["unit"] == "MB"
    assert first["shortfall"] == first["requested"] - first["offered"] > 0
    assert isinstance(story["reject_mask"], str)


def test_every_queue_is_explained_as_it_was_decided(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    masks = rows(run_folder, "verdict", TASK)
    reasons = {
        row["queue_name"]: (row["criterion"], row["detail"])
        for row in rows(run_folder, "exclusion", TASK)
    }
    bits = {
        row["bit"]: row["criterion"]
        for row in pq.read_table(run_folder / "criterion.parquet").to_pylist()
    }
    ranks = {
        row["queue_name"]: row["rank"] for row in rows(run_folder, "candidate", TASK)
    }
    for row in masks[::9]:
        story = cycle.explain(task=TASK, queue=row["queue_name"])
        document = story.document()
        if document["queue_name"] != row["queue_name"]:
            continue  # a unified name stands for its nearest pseudo queue
        mask = row["reject_mask"]
        failing = document["failing"]
        assert document["reject_mask"] == str(mask)
        assert {each["bit"] for each in failing} == {
            bit for bit in range(63) if mask >> bit & 1
        }
        assert all(bits[each["bit"]] == each["criterion"] for each in failing)
        if failing:
            told = (failing[0]["criterion"], failing[0]["detail"])
            assert told == reasons[row["queue_name"]]
            assert [each["reported"] for each in failing].count(True) == 1
        assert document["rank"] == ranks.get(row["queue_name"])
        assert document["status"] == (
            "rejected"
            if mask
            else "chosen"
            if row["queue_name"] in ranks
            else "not_chosen"
        )


def test_the_file_and_line_hold_the_rule(cycle: brokersql.Cycle) -> None:
    seen = 0
    for row in cycle.sql(
        "select criterion, any_value(jedi_task_id order by all) as task, "
        "arg_min(queue_name, (jedi_task_id, queue_name)) as queue "
        "from exclusion where criterion <> '-io' group by all order by all"
    ).to_pylist()[::5]:
        story = cycle.explain(task=row["task"], queue=row["queue"])
        for each in story.document()["failing"]:
            lines = (ROOT / each["file"]).read_text(encoding="utf-8").splitlines()
            assert lines[each["line"] - 1].split()[0] in ("where", "select")
            assert f"-- criterion: {each['criterion']}" in lines
            seen += 1
    assert seen


def test_all_that_fails_is_shown_with_its_numbers(run_folder: Path) -> None:
    queue = next(
        row["queue_name"]
        for row in rows(run_folder, "exclusion", TASK)
        if row["criterion"] == "-lowmemory"
    )
    done = explained(run_folder, "--task", TASK, "--queue", queue)
    assert done.lines[0].startswith(f"task {TASK} at {queue} · panda_job (page) · ")
    assert done.lines[1].startswith("✗ rejected: -lowmemory (reported)")
    for word in ("asked", "offered", "short", "detail", "page", "file"):
        assert any(line.startswith(f"    {word} ") for line in done.lines), word
    assert "sql/panda_job/filters/low_memory.sql:" in done.out
    assert "next: brokersql policy show panda_job/low_memory" in done.err


def test_a_chosen_queue_tells_rank_and_factors(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    best = min(rows(run_folder, "candidate", TASK), key=lambda row: row["rank"])
    line = str(cycle.explain(task=TASK, queue=best["queue_name"])).splitlines()[1]
    assert line.startswith("✓ chosen: rank 1 of 10, weight ")
    assert "load " in line
    assert "network " in line


def test_a_queue_below_the_cut_tells_the_gap(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    loser = next(
        row
        for row in rows(run_folder, "weighed", TASK)
        if row["criterion"] == "-low_weight"
    )
    asked = ("--task", TASK, "--queue", loser["queue_name"])
    done = explained(run_folder, *asked, "--no-changes")
    assert done.lines[1].startswith(
        "✗ not chosen: no criterion rejects it; -low_weight"
    )
    assert "the 10 best begin at " in done.out


def test_the_rank_of_a_pair_is_that_of_the_table_of_its_task(run_folder: Path) -> None:
    """What a cap took is no rank before others, neither here nor there."""
    done = explained(run_folder, "--task", CAPPED, "--no-changes", "--limit", "0")
    table = [line.split() for line in done.lines if line[:4].strip().isdigit()]
    table = [words for words in table if words[1] != "->"]
    rank, queue_name = table[-1][:2]
    assert int(rank) == len(table) < len(rows(run_folder, "weighed", CAPPED))
    cut = told(run_folder, CAPPED, queue_name)["cut"]
    assert (cut["rank"], cut["weighed"]) == (len(table), len(table))


def test_what_a_cap_stops_tells_how_it_stands_by_weight(run_folder: Path) -> None:
    """Its weight may do, or be short of those that were chosen as well."""
    weighed = rows(run_folder, "weighed", CAPPED)
    capped = [row for row in weighed if is_capped(row)]
    chosen = {row["queue_name"] for row in rows(run_folder, "candidate", CAPPED)}
    weights = [
        row["weight"]
        for row in weighed
        if row["queue_name"] in chosen or row["criterion"] == "-low_weight"
    ]
    least = min(row["weight"] for row in rows(run_folder, "candidate", CAPPED))
    assert capped
    for row in capped:
        story = told(run_folder, CAPPED, row["queue_name"])
        cut = story["cut"]
        assert (story["status"], story["criterion"]) == ("not_chosen", row["criterion"])
        assert cut["rank"] == 1 + sum(weight > row["weight"] for weight in weights)
        assert (cut["weighed"], cut["least"]) == (len(weights) + 1, least)
        assert cut["gap"] == least - row["weight"]
        asked = ("--task", CAPPED, "--queue", row["queue_name"], "--no-changes")
        text = explained(run_folder, *asked).out
        assert f"by weight it would be {cut['rank']} of {cut['weighed']}; the " in text


def is_capped(row: dict[str, Any]) -> bool:
    return row["criterion"] in ("-cap", "-lock", "-below_min_weight")


def test_a_unified_name_stands_for_its_nearest(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    masks = rows(run_folder, "verdict", TASK)
    children: dict[str, list[dict[str, Any]]] = {}
    for row in masks:
        unified, _, resource = row["queue_name"].partition("/")
        if resource:
            children.setdefault(unified, []).append(row)
    for unified, pairs in list(children.items())[:5]:
        story = cycle.explain(task=TASK, queue=unified)
        document = story.document()
        mask = int(str(document["reject_mask"]))
        assert document["unified_name"] == unified
        assert mask.bit_count() == min(row["reject_mask"].bit_count() for row in pairs)
        assert f"{unified} is unified: of its pseudo queues" in str(story)


def test_capitals_do_not_matter(cycle: brokersql.Cycle, run_folder: Path) -> None:
    queue = rows(run_folder, "candidate", TASK)[0]["queue_name"]
    story = cycle.explain(task=TASK, queue=queue.lower())
    assert story.document()["queue_name"] == queue


def test_a_queue_outside_the_frame(run_folder: Path) -> None:
    outside = next(
        row["queue_name"]
        for row in rows(run_folder, "exclusion", TASK)
        if "runs no production" in row["detail"]
    )
    story = told(run_folder, TASK, outside)
    assert story["criterion"] == "-not_candidate"
    assert story["failing"][0]["detail"] == "type analysis runs no production"


def test_a_chunk_that_a_gate_holds(run_folder: Path) -> None:
    passed = next(
        row["queue_name"]
        for row in rows(run_folder, "verdict", INCOMPLETE)
        if row["reject_mask"] == 0
    )
    story = told(run_folder, INCOMPLETE, passed)
    assert story["criterion"] == "-incomplete_input"
    assert (story["failing"], story["weights"]) == ([], None)
    done = explained(run_folder, "--task", INCOMPLETE, "--queue", passed)
    assert "no criterion rejects the queue; the task is pending by" in done.lines[1]


def test_an_unknown_queue(run_folder: Path) -> None:
    wrong = explained(run_folder, "--task", TASK, "--queue", "RHEINTL")
    assert (wrong.code, wrong.out) == (2, "")
    assert "no queue RHEINTL" in wrong.err
    assert "near: RHEINTAL" in wrong.err


@pytest.mark.parametrize("style", ["csv", "jsonl", "parquet"])
def test_flat_formats_are_refused(style: str, run_folder: Path) -> None:
    wrong = explained(run_folder, "--task", TASK, "--queue", "x", "--format", style)
    assert wrong.code == 2
    assert "explain.pair is nested" in wrong.err
