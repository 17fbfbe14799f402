"""`explain --task`: the ladder, the weights, what nearly took the task."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import brokersql
from brokersql.render.documents import json_line
from brokersql.render.numbers import cut_percent
from brokersql.snapshot import contract
from tests.cli.calling import call, explained

ASSIGNED, FULL_NUCLEUS, CAPPED, INCOMPLETE = 47110000, 47110182, 47110325, 47110533
LINE = re.compile(
    r"^(.{5}) -> (.{3}) candidates, (.{3})% cut : (.+?)(?:  +(?:▸ )?(.*))?$"
)


def told(where: Path, task: int, *more: str) -> dict[str, Any]:
    done = explained(where, "--task", task, "--format", "json", "--no-changes", *more)
    assert done.code == 0, done.err
    return done.json


def asked(cycle: brokersql.Cycle, task: int) -> dict[str, Any]:
    return json.loads(json_line(cycle.explain(task=task).document()))


def rows(folder: Path, table: str, task: int) -> list[dict[str, Any]]:
    found = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return [row for row in found if row["jedi_task_id"] == task]


def test_keys_of_the_json(run_folder: Path) -> None:
    story = told(run_folder, ASSIGNED)
    assert list(story) == [
        *("schema_version", "kind", "policy", "profile", "snapshot_id"),
        *("snapshot_time", "seed", "jedi_task_id", "chunk_no", "result", "chunks"),
        *("ladder", "n_initial", "candidates", "losers", "causes", "nearest"),
        *("outside", "throttles", "otherwise", "remarks", "weight_remarks", "missing"),
    ]
    assert (story["kind"], story["policy"], story["seed"]) == (
        *("explain.task", "panda_job", 7),
    )
    assert story["snapshot_time"] == "2026-03-17T09:30:00Z"
    assert list(story["ladder"][0]) == [
        *("round", "step", "label", "n_before", "n_after", "cut_percent", "criteria"),
    ]


@pytest.mark.parametrize("task", [ASSIGNED, FULL_NUCLEUS, CAPPED, INCOMPLETE])
def test_a_task_is_explained_as_it_was_decided(
    task: int, cycle: brokersql.Cycle, run_folder: Path
) -> None:
    story = asked(cycle, task)
    (result,) = rows(run_folder, "result", task)
    del result["policy"]
    assert story["result"] == result
    chosen = {row["queue_name"]: row for row in rows(run_folder, "candidate", task)}
    assert [each["queue_name"] for each in story["candidates"]] == list(chosen)
    for each in story["candidates"]:
        row = chosen[each["queue_name"]]
        assert (each["weight"], each["rank"]) == (row["weight"], row["rank"])
        assert each["factors"] == {name: row[name] for name in each["factors"]}
    funnel = [row for row in rows(run_folder, "funnel", task) if row["step"]]
    steps = [(row["label"], row["n_before"], row["n_after"]) for row in funnel]
    ladder = [
        (each["label"], each["n_before"], each["n_after"]) for each in story["ladder"]
    ]
    assert ladder == [step for step in steps if step[1] != step[2]]


def test_a_snapshot_with_the_same_choices_tells_the_same(
    run_folder: Path, demo: Path
) -> None:
    assert told(demo, ASSIGNED, "--seed", "7") == told(run_folder, ASSIGNED)


def test_settings_of_the_run_stay_in_force(demo: Path, tmp_path: Path) -> None:
    options = ("--set", "status_set=offline", "--profile", "asrun")
    made = ("run", demo, "--policy", "panda_job", *options)
    assert call(*made, "--out", tmp_path).code == 0
    story = told(tmp_path, ASSIGNED)
    assert story["profile"] == "asrun"
    assert story["result"]["status"] == rows(tmp_path, "result", ASSIGNED)[0]["status"]
    changed = told(tmp_path, ASSIGNED, "--set", "status_set=online")
    assert changed["result"]["n_selected"] > story["result"]["n_selected"]


def test_a_changed_snapshot_is_refused(run_folder: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(run_folder, run)
    record = json.loads((run / "run.json").read_text())
    record["snapshot"]["content_hash"] = "0" * 64
    (run / "run.json").write_text(json.dumps(record))
    wrong = call("explain", run, "--task", ASSIGNED)
    assert wrong.code == 3
    assert "the snapshot has changed since the run" in wrong.err


@pytest.mark.parametrize("task", [ASSIGNED, FULL_NUCLEUS, CAPPED])
def test_the_ladder_is_pandas_to_the_character(
    task: int, cycle: brokersql.Cycle
) -> None:
    story = asked(cycle, task)
    lines = str(cycle.explain(task=task)).splitlines()
    start = lines.index(f"the number of initial candidates: {story['n_initial']}")
    steps = story["ladder"]
    for line, step in zip(lines[start + 1 :], steps, strict=False):
        found = LINE.match(line)
        assert found is not None, line
        before, after, cut, label, criteria = found.groups()
        assert (int(before), int(after)) == (step["n_before"], step["n_after"])
        assert int(cut) == step["cut_percent"] == cut_percent(int(before), int(after))
        assert label == step["label"]
        counted = dict(part.rsplit(" ", 1) for part in criteria.split(", "))
        assert {tag: int(n) for tag, n in counted.items()} == step["criteria"]
        assert sum(step["criteria"].values()) == step["n_before"] - step["n_after"]
    last = steps[-1]["n_after"]
    assert lines[start + 1 + len(steps)] == f"the number of final candidates: {last}"
    chain = [step["n_before"] for step in steps] + [last]
    assert chain == [story["n_initial"], *(step["n_after"] for step in steps)]
    marked = [line for line in lines if "▸" in line]  # where the last candidate fell
    assert marked == ([] if last else [lines[start + len(steps)]])


def test_where_closeness_stands_for_throughput_it_is_said(
    cycle: brokersql.Cycle,
) -> None:
    told = "no MB/s: closeness 2 used for MIDSHIRE_ELASTIC, MIDSHIRE_UCORE; closeness 3"
    story = cycle.explain(task=ASSIGNED)
    assert story.document()["weight_remarks"][0].startswith(told)
    lines = str(story).splitlines()
    (said,) = [at for at, line in enumerate(lines) if line.startswith(f"! {told}")]
    assert (
        lines.index("Left out, equal for all: data 1, t1 1, cpu_preference 1.") < said
    )
    pair = cycle.explain(task=ASSIGNED, queue="ARMORIQUE_UCORE/SCORE").document()
    assert pair["remarks"] == ["no MB/s: closeness 3 used for ARMORIQUE_UCORE"]


def test_an_assigned_task_shows_winners_above_losers(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(task=ASSIGNED)).splitlines()
    assert lines[0].startswith(
        f"task {ASSIGNED} · chunk 0 · panda_job (page) · 2026-03"
    )
    assert lines[1].startswith("✓ assigned: 10 of ")
    assert any(line.startswith("asks: 1 core") for line in lines)
    header = next(at for at, line in enumerate(lines) if line.startswith("rank"))
    cut = next(at for at, line in enumerate(lines) if "cut: best 10" in line)
    ranks = [int(line.split()[0]) for line in lines[header + 1 : cut]]
    assert ranks == list(range(1, 11))
    weights = [float(line.split()[2]) for line in lines[header + 1 : cut]]
    assert weights == sorted(weights, reverse=True)
    assert any(line.startswith("Left out, equal for all: ") for line in lines)
    assert any(line.startswith("Nearest misses (") for line in lines)


def test_a_waiting_task_says_until_when_and_by_what(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(task=FULL_NUCLEUS)).splitlines()
    assert re.match(
        r"… pending: none of \d+ queues left after 'temporary problem check'; "
        r"next look 10:30Z \(60 min\)",
        lines[1],
    )
    assert lines[2] == (
        "28 queues passed everything permanent; each is blocked temporarily, "
        "mostly by -links_full (19)."
    )


def test_what_no_queue_can_help_is_one_sentence(run_folder: Path) -> None:
    """Before any table, and the next command leads there, not to one of the queues."""
    whole = explained(run_folder, "--task", FULL_NUCLEUS, "--no-changes")
    at = next(at for at, it in enumerate(whole.lines) if "fail for one reason" in it)
    assert whole.lines[at].startswith("19 queues fail for one reason: 12,040 files ")
    assert "Nothing to do at the queues: it is about the nucleus." in whole.lines[at]
    assert at < whole.lines.index("")
    assert "criterion only: see above." in whole.out
    assert "--criterion=-links_full --policy panda_job" in whole.err
    (cause,) = told(run_folder, FULL_NUCLEUS)["causes"]
    assert (cause["criterion"], cause["owner"]) == ("-links_full", "nucleus")
    assert (cause["queues"], cause["alone"]) == (19, 1)
    # a status that several queues have is no one reason: each has its own
    assert told(run_folder, ASSIGNED)["causes"] == []


def test_a_task_that_weights_stop_shows_them(cycle: brokersql.Cycle) -> None:
    text = str(cycle.explain(task=CAPPED))
    assert "left after 'final check'" in text.splitlines()[1]
    assert "none is chosen" in text
    assert "-cap: queued " in text


def test_a_chunk_that_a_gate_holds_says_which(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(task=INCOMPLETE)).splitlines()
    assert lines[1].startswith("… pending: -incomplete_input, ")
    assert "is incomplete at any online storage" in lines[1]


def test_nearest_misses_fail_on_one_criterion(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    for task in [row["jedi_task_id"] for row in cycle.result.to_pylist()][:6]:
        story = asked(cycle, task)
        masks = {
            row["queue_name"]: row["reject_mask"]
            for row in rows(run_folder, "verdict", task)
        }
        reasons = {
            row["queue_name"]: row["criterion"]
            for row in rows(run_folder, "exclusion", task)
        }
        unified = [each["unified_name"] for each in story["nearest"]]
        assert len(unified) == len(set(unified))
        for each in story["nearest"]:
            assert masks[each["queue_name"]].bit_count() == each["n_failing"] == 1
            assert each["criterion"] == reasons[each["queue_name"]]


def test_queues_outside_the_frame_have_a_reason(cycle: brokersql.Cycle) -> None:
    details = {each["detail"] for each in asked(cycle, ASSIGNED)["outside"]}
    assert "type analysis runs no production" in details
    assert "the name contains test" in details


def test_no_queue_at_all(demo: Path) -> None:
    everything_off = ("--set", "status_set=nowhere")
    done = explained(demo, "--task", ASSIGNED, "--no-changes", *everything_off)
    assert done.code == 0
    assert "pending" in done.lines[1]
    assert "the number of final candidates: 0" in done.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--task", "47110001"), "47110000 (evgen)"),
        (("--task", "47110000", "--chunk", "4"), "has no chunk 4"),
        (("--task", "x"), "--task"),
        ((), "say what to explain"),
        (("--chunk", "0"), "say what to explain"),
        (("--task", "47110000", "--criterion=-disk"), "--criterion goes alone"),
        (("--task", "47110000", "--policy", "nix"), "no policy nix"),
    ],
)
def test_what_cannot_be_explained(
    options: tuple[str, ...], said: str, run_folder: Path
) -> None:
    wrong = explained(run_folder, *options)
    assert (wrong.code, wrong.out) == (2, "")
    assert said in wrong.err


def test_work_of_another_policy(demo: Path, tmp_path: Path) -> None:
    for path in demo.glob("*.jsonl"):
        text = path.read_text(encoding="utf-8")
        if path.name == "task.jsonl":
            text = text.replace('"managed"', '"user"', 1)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    wrong = call("explain", tmp_path, "--policy", "panda_job", "--task", ASSIGNED)
    assert wrong.code == 2
    assert f"task {ASSIGNED} is no work of panda_job" in wrong.err
    assert "prod_source_label user" in wrong.err


def test_flat_formats_are_refused(run_folder: Path) -> None:
    wrong = explained(run_folder, "--task", ASSIGNED, "--format", "csv")
    assert wrong.code == 2
    assert "explain.task is nested" in wrong.err


def test_the_story_in_python(cycle: brokersql.Cycle, run_folder: Path) -> None:
    story = cycle.explain(task=ASSIGNED)
    text = explained(run_folder, "--task", ASSIGNED, "--no-changes").out
    assert str(story) + "\n" == text
    with pytest.raises(brokersql.UsageError, match="no task 1"):
        cycle.explain(task=1)


def told_frozen(cycle: brokersql.Cycle, values: str, days: int | None = 7) -> str:
    """Return the first lines about a task without a choice, changed in some columns."""
    tables = {
        name: cycle.sql(f"from main.{name}")
        for name in contract.tables()
        if cycle.sql(f"from main.{name}").num_rows
    }
    tables["task"] = cycle.sql(f"select * replace ({values}) from main.task")
    settings = {} if days is None else {"pending_timeout_days": days}
    changed = brokersql.run(tables, set=settings, tasks=[FULL_NUCLEUS])
    lines = str(changed.explain(task=FULL_NUCLEUS)).splitlines()
    return " ".join(lines[1 : lines.index("")])


def test_a_task_that_waits(cycle: brokersql.Cycle) -> None:
    """Since its first failure, and how long before it is given up."""
    told = told_frozen(cycle, "timestamp '2026-03-15 12:00' as frozen_time")
    assert "pending: none of 40 queues left" in told
    assert "Waiting since 2026-03-15 12:00Z (1 d 21 h); becomes 'exhaust" in told
    assert "after 7 d, 2026-03-22 12:00Z." in told


def test_a_task_that_is_given_up(cycle: brokersql.Cycle) -> None:
    """More than seven days after its first failure; there is no next look."""
    told = told_frozen(cycle, "timestamp '2026-03-01 12:00' as frozen_time")
    assert "failed: no queue is left after temporary problem check" in told
    assert "for more than 7 days: exhausted" in told
    assert "Waiting since 2026-03-01 12:00Z" in told
    assert "next look" not in told


def test_a_task_that_waits_as_long_as_it_takes(cycle: brokersql.Cycle) -> None:
    """V18: on the page it is never given up."""
    long_ago = "timestamp '2026-03-01 12:00' as frozen_time"
    told = told_frozen(cycle, long_ago, None)
    assert "pending: none of 40 queues left" in told
    assert "Waiting since 2026-03-01 12:00Z (15 d 21 h)." in told
