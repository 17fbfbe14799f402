"""`explain --task`: the ladder, the weights, what nearly took the task."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import brokersql
from brokersql.render.numbers import cut_percent
from tests.cli.calling import DEMO, call, demo_with, explained

ASSIGNED, FULL_NUCLEUS, CAPPED, INCOMPLETE = 47110000, 47110182, 47110325, 47110533
LINE = re.compile(
    r"^(.{5}) -> (.{3}) candidates, (.{3})% cut : (.+?)(?:  +(?:▸ )?(.*))?$"
)


def told(where: Path, task: int, *more: str) -> dict[str, Any]:
    done = explained(where, "--task", task, "--format", "json", "--no-changes", *more)
    assert done.code == 0, done.err
    return done.json


def rows(folder: Path, table: str, task: int) -> list[dict[str, Any]]:
    found = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return [row for row in found if row["jedi_task_id"] == task]


@pytest.mark.parametrize("task", [ASSIGNED, FULL_NUCLEUS, CAPPED, INCOMPLETE])
def test_a_task_is_explained_as_it_was_decided(
    task: int, cycle: brokersql.Cycle, run_folder: Path
) -> None:
    story = cycle.explain(task).document()
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


def test_choices_of_the_run_stay_in_force(
    run_folder: Path, demo: Path, tmp_path: Path
) -> None:
    assert told(demo, ASSIGNED, "--seed", "7") == told(run_folder, ASSIGNED)
    options = ("--set", "status_set=offline", "--profile", "asrun")
    made = ("run", demo, "--policy", "panda_job", *options)
    assert call(*made, "--out", tmp_path).code == 0
    story = told(tmp_path, ASSIGNED)
    assert story["profile"] == "asrun"
    assert story["result"]["status"] == rows(tmp_path, "result", ASSIGNED)[0]["status"]
    changed = told(tmp_path, ASSIGNED, "--set", "status_set=online")
    assert changed["result"]["n_selected"] > story["result"]["n_selected"]
    nowhere = explained(demo, "--task", ASSIGNED, "--set", "status_set=nowhere")
    assert (nowhere.code, "pending" in nowhere.lines[1]) == (0, True)
    assert "the number of final candidates: 0" in nowhere.out


@pytest.mark.parametrize("task", [ASSIGNED, FULL_NUCLEUS, CAPPED])
def test_the_ladder_is_pandas_to_the_character(
    task: int, cycle: brokersql.Cycle
) -> None:
    story = cycle.explain(task).document()
    lines = str(cycle.explain(task)).splitlines()
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
    story = cycle.explain(ASSIGNED)
    assert story.document()["weight_remarks"][0].startswith(told)
    text = str(story)
    assert "\nLeft out, equal for all: data 1, t1 1, cpu_preference 1.\n" in text
    assert text.index("Left out, equal for all") < text.index(f"\n! {told}")
    pair = cycle.explain(ASSIGNED, "ARMORIQUE_UCORE/SCORE").document()
    assert pair["remarks"] == ["no MB/s: closeness 3 used for ARMORIQUE_UCORE"]


def test_an_assigned_task_shows_winners_above_losers(cycle: brokersql.Cycle) -> None:
    lines = str(cycle.explain(ASSIGNED)).splitlines()
    head = f"task {ASSIGNED} · chunk 0 · panda_job (page) · 2026-03"
    assert lines[0].startswith(head)
    assert lines[1].startswith("✓ assigned: 10 of ")
    header = next(at for at, line in enumerate(lines) if line.startswith("rank"))
    cut = next(at for at, line in enumerate(lines) if "cut: best 10" in line)
    table = [line.split() for line in lines[header + 1 : cut]]
    assert [int(words[0]) for words in table] == list(range(1, 11))
    weights = [float(words[2]) for words in table]
    assert weights == sorted(weights, reverse=True)
    for begin in ("asks: 1 core", "Left out, equal for all: ", "Nearest misses ("):
        assert any(line.startswith(begin) for line in lines), begin


def test_what_a_task_waits_for_is_said_first(cycle: brokersql.Cycle) -> None:
    """Until when and by what; that weights stop all; which gate holds it."""
    full, capped, held = (
        str(cycle.explain(task)).splitlines()
        for task in (FULL_NUCLEUS, CAPPED, INCOMPLETE)
    )
    assert re.match(
        r"… pending: none of \d+ queues left after 'temporary problem check'; "
        r"next look 10:30Z \(60 min\)",
        full[1],
    )
    assert full[2] == (
        "28 queues passed everything permanent; each is blocked temporarily, "
        "mostly by -links_full (19)."
    )
    assert "left after 'final check'" in capped[1]
    assert "none is chosen" in " ".join(capped)
    assert "-cap: queued " in " ".join(capped)
    assert held[1].startswith("… pending: -incomplete_input, ")
    assert "is incomplete at any online storage" in held[1]


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


def test_nearest_misses_fail_on_one_criterion(
    cycle: brokersql.Cycle, run_folder: Path
) -> None:
    for task in [row["jedi_task_id"] for row in cycle.result.to_pylist()][:6]:
        nearest = cycle.explain(task).document()["nearest"]
        masks, reasons = (
            {row["queue_name"]: row[column] for row in rows(run_folder, table, task)}
            for table, column in (
                ("verdict", "reject_mask"),
                ("exclusion", "criterion"),
            )
        )
        unified = [each["unified_name"] for each in nearest]
        assert len(unified) == len(set(unified))
        for each in nearest:
            assert masks[each["queue_name"]].bit_count() == each["n_failing"] == 1
            assert each["criterion"] == reasons[each["queue_name"]]


def test_queues_outside_the_frame_have_a_reason(cycle: brokersql.Cycle) -> None:
    outside = cycle.explain(ASSIGNED).document()["outside"]
    details = {each["detail"] for each in outside}
    assert details >= {"type analysis runs no production", "the name contains test"}


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
        (("--task", "47110000", "--format", "csv"), "explain.task is nested"),
    ],
)
def test_what_cannot_be_explained(
    options: tuple[str, ...], said: str, run_folder: Path
) -> None:
    wrong = explained(run_folder, *options)
    assert (wrong.code, wrong.out) == (2, "")
    assert said in wrong.err


def test_work_of_another_policy(tmp_path: Path) -> None:
    def of_a_user(rows: list[Any]) -> list[Any]:
        return [{**rows[0], "prod_source_label": "user"}]

    world = demo_with(tmp_path, task=of_a_user)
    wrong = call("explain", world, "--policy", "panda_job", "--task", ASSIGNED)
    assert wrong.code == 2
    assert f"task {ASSIGNED} is no work of panda_job" in wrong.err
    assert "it has status running, prod_source_label user, cloud WORLD, " in wrong.err


def test_the_story_in_python(cycle: brokersql.Cycle, run_folder: Path) -> None:
    text = explained(run_folder, "--task", ASSIGNED, "--no-changes").out
    assert f"{cycle.explain(ASSIGNED)}\n" == text
    with pytest.raises(brokersql.UsageError, match="no task 1"):
        cycle.explain(task=1)


def test_how_long_a_task_waits_and_when_it_is_given_up() -> None:
    """Since its first failure; V18: on the page it is never given up."""
    waits, given_up = (
        "pending: none of 40 queues left",
        "failed: no queue is left after",
    )
    for day, days, *said in (
        (
            *(15, 7, waits, "becomes 'exhaust", "after 7 d, 2026-03-22 12:00Z."),
            "Waiting since 2026-03-15 12:00Z (1 d 21 h);",
        ),
        (
            *(1, 7, f"{given_up} temporary problem check", "for more than 7 days"),
            *(": exhausted", "Waiting since 2026-03-01 12:00Z"),
        ),
        (1, None, waits, "Waiting since 2026-03-01 12:00Z (15 d 21 h)."),
    ):
        frozen = f"task:{FULL_NUCLEUS}.frozen_time=2026-03-{day:02} 12:00"
        settings = {} if days is None else {"pending_timeout_days": days}
        one = [FULL_NUCLEUS]
        cycle = brokersql.run(str(DEMO), set=settings, tasks=one, update=[frozen])
        lines = str(cycle.explain(FULL_NUCLEUS)).splitlines()
        told = " ".join(lines[1 : lines.index("")])
        assert [each for each in said if each not in told] == [], told
        assert ("next look" in told) == (waits in told)
