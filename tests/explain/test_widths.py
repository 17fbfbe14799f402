"""Narrow places: names give way last, numbers and changes never."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from brokersql.cli.output import Choices, Output
from brokersql.cycle import FinishedCycle
from brokersql.explain import explain_subject
from brokersql.explain.context import Story
from brokersql.explain.task import explain_task
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import width_of
from brokersql.results.queries import rows
from tests.cli.calling import call, kept_cycles, terminal

COLUMNS = (
    TableColumn("queue_name", cut="middle"),
    TableColumn("asked", right=True, drop=2),
    TableColumn("nothing", drop=3),
    TableColumn("change", cut="stack"),
    TableColumn("detail", cut="below", drop=4),
)
CHANGE = ("queue.max_time", "21,600 → 86,400 s ✓")
ROW = (
    "LONGNAME_UCORE/MCORE",
    "86,400 s",
    "",
    Cell(" ".join(CHANGE), parts=CHANGE),
    "a sentence that goes on and on",
)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (None, [f"LONGNAME_UCORE/MCORE  86,400 s  {' '.join(CHANGE)}  {ROW[4]}"]),
        (76, [f"{ROW[0]}  {CHANGE[0]:22}  {ROW[4]}", f"{'':22}{CHANGE[1]}"]),
        (60, [f"{ROW[0]}  {' '.join(CHANGE)}", f"    {ROW[4]}"]),
        (
            36,
            [
                "LONGNAM…E/MCORE  queue.max_time",
                f"{'':17}21,600 → 86,400 s ✓",
                f"    {ROW[4]}",
            ],
        ),
    ],
)
def test_a_table_that_gets_narrower(width: int | None, shown: list[str]) -> None:
    lines = lay_out(COLUMNS, [ROW], Display(width=width))[1:]
    assert lines == shown


def test_changes_of_nearest_misses_stand_in_full(cycle: FinishedCycle) -> None:
    story = explain_task(cycle, 47110377, n_advised=2)
    assert story.nearest_queues.near.advice
    for width in (60, 100):
        lines = story.lines(Display(width=width))
        nearest_queues = lines[lines.index("") :]
        heads = [line.startswith("queue_name") for line in nearest_queues]
        table = nearest_queues[heads.index(True) :]
        assert all(len(line) <= width for line in table)
        text = " ".join(" ".join(lines).split())
        for each in story.nearest_queues.near.advice.values():
            for move in each.moves:
                assert move.tunable.name in text
                assert f"{move.words} ✓" in text


@pytest.fixture(scope="module")
def stories(
    cycle: FinishedCycle, matching: FinishedCycle, analysis: FinishedCycle
) -> list[Story]:
    """Return stories of every kind that places work, and of both sides of a match."""
    user, *_ = (row["name"] for row in rows(analysis, "explain", "user_names"))
    (found,) = analysis.database.rows("select min(jedi_task_id) from result")
    return [
        explain_subject(cycle, 47110182, changes=True),
        explain_subject(cycle, 47110182, "DUNMORE_UCORE", changes=True),
        explain_subject(cycle, queue="BRIMFUL_UCORE", changes=True),
        explain_subject(cycle, criterion="-disk"),
        explain_subject(matching, pilot="lindenau-6"),
        explain_subject(matching, job=90412015),
        explain_subject(analysis, int(str(found[0]))),
        explain_subject(analysis, user=str(user)),
    ]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_the_terminal(
    stories: Sequence[Story], width: int
) -> None:
    written = Path("a/folder/whose/name/takes/its/room")
    spent = " · ".join(f"phase{at} 0.01" for at in range(12))
    with terminal(width) as (out, err):
        output = Output(Choices(colour="never"))
        for story in stories:
            output.lines(story.lines(output.look))
        output.notice(f"written: {written} (16 tables, 200 kB)   {spent} = 1.86 s")
    assert not _wide(out.text().splitlines(), width)
    assert not _wide(err.text().splitlines(), width)
    words = " ".join(out.text().split())
    for story in stories:
        assert " ".join(story.lines(Display())[0].split()) in words
    assert " ".join(err.text().split()).endswith("phase11 0.01 = 1.86 s")


def test_timings_of_a_story_are_told_when_asked_for_twice(run_folder: Path) -> None:
    asked = ("explain", run_folder, "--task", 47110182, "--no-changes")
    assert re.search(r"load .* · explain \d+\.\d\d = ", call(*asked, "-vv").err)
    assert " · tell " not in call(*asked, "-v").err


def test_objects_and_changes_stay_whole(run_folder: Path) -> None:
    asked = ("explain", run_folder, "--task", 47110182, "--queue", "DUNMORE_UCORE")
    with kept_cycles():
        (line,) = call(*asked, "--format", "json", columns=60).lines
        wrong = call(*asked, "--columns", "a_column_of_a_long_name", columns=60)
    assert width_of(line) > 60
    assert wrong.code == 2
    assert not _wide(wrong.err.splitlines(), 60)


def _wide(lines: Iterable[str], width: int) -> list[str]:
    """Return the lines that have no room, but for single words."""
    return [line for line in lines if width_of(line) > width and " " in line.strip()]


def test_every_story_is_shown_in_a_notebook(stories: Sequence[Story]) -> None:
    for story in stories:
        shown = story._repr_html_()  # pyright: ignore[reportPrivateUsage]
        assert shown.startswith("<pre") and "font-weight:bold" in shown
        assert "\x1b" not in shown
