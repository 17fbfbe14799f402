"""Narrow places: names give way last, numbers and changes never."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from brokersql.cli.output import Choices, Output
from brokersql.cycle import Cycle
from brokersql.explain import Story, tell
from brokersql.explain.task import tell_task
from brokersql.report.look import Look
from brokersql.report.queries import rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import width_of
from tests.cli.calling import call, terminal

COLUMNS = (
    Column("queue_name", cut="middle"),
    Column("asked", right=True, drop=2),
    Column("change", cut="stack"),
    Column("detail", cut="end", drop=1),
)
CHANGE = ("queue.max_time", "21,600 → 86,400 s ✓")
ROW = (
    "LONGNAME_UCORE/MCORE",
    "86,400 s",
    Cell(" ".join(CHANGE), parts=CHANGE),
    "a sentence that goes on and on",
)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (None, [f"LONGNAME_UCORE/MCORE  86,400 s  {' '.join(CHANGE)}  {ROW[3]}"]),
        (76, [f"LONGNAME_UCORE/MCORE  86,400 s  {' '.join(CHANGE)}"]),
        (
            55,
            [
                "LONGNAME_UCORE/MCORE  86,400 s  queue.max_time",
                "                                21,600 → 86,400 s ✓",
            ],
        ),
        (
            36,
            ["LONGNAM…E/MCORE  queue.max_time", f"{'':17}21,600 → 86,400 s ✓"],
        ),
    ],
)
def test_a_table_that_gets_narrower(width: int | None, shown: list[str]) -> None:
    lines = lay_out(COLUMNS, [ROW], Look(width=width))[1:]
    assert lines == shown


@pytest.mark.parametrize("width", [60, 100])
def test_changes_of_nearest_misses_stand_in_full(cycle: Cycle, width: int) -> None:
    story = tell_task(cycle, 47110377, n_advised=2)
    lines = story.lines(Look(width=width))
    misses = lines[lines.index("") :]
    at = next(at for at, line in enumerate(misses) if line.startswith("queue_name"))
    assert all(len(line) <= width for line in misses[at:])
    assert story.misses.near.advice
    text = " ".join(" ".join(lines).split())
    for each in story.misses.near.advice.values():
        for move in each.moves:
            assert move.knob.name in text
            assert f"{move.words} ✓" in text


@pytest.fixture(scope="module")
def stories(cycle: Cycle, matching: Cycle, analysis: Cycle) -> list[Story]:
    """Return stories of every kind that places work, and of both sides of a match."""
    user, *_ = (row["name"] for row in rows(analysis, "explain", "user_names"))
    (found,) = analysis.database.rows("select min(jedi_task_id) from result")
    return [
        tell(cycle, 47110182, changes=True),
        tell(cycle, 47110182, "DUNMORE_UCORE", changes=True),
        tell(cycle, queue="BRIMFUL_UCORE", changes=True),
        tell(cycle, criterion="-disk"),
        tell(matching, pilot="lindenau-6"),
        tell(matching, job=90412015),
        tell(analysis, int(str(found[0]))),
        tell(analysis, user=str(user)),
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
        output.news(f"written: {written} (16 tables, 200 kB)   {spent} = 1.86 s")
    assert not _wide(out.text().splitlines(), width)
    assert not _wide(err.text().splitlines(), width)
    words = " ".join(out.text().split())
    for story in stories:
        assert " ".join(story.lines(Look())[0].split()) in words
    assert " ".join(err.text().split()).endswith("phase11 0.01 = 1.86 s")


def test_timings_of_a_story_are_told_when_asked_for_twice(run_folder: Path) -> None:
    asked = ("explain", run_folder, "--task", 47110182, "--no-changes")
    assert re.search(r"load .* · tell \d+\.\d\d = ", call(*asked, "-vv").err)
    assert " · tell " not in call(*asked, "-v").err


def test_objects_and_changes_stay_whole(run_folder: Path) -> None:
    asked = ("explain", run_folder, "--task", 47110182, "--queue", "DUNMORE_UCORE")
    (line,) = call(*asked, "--format", "json", columns=60).lines
    assert width_of(line) > 60
    wrong = call(*asked, "--columns", "a_column_of_a_long_name", columns=60)
    assert wrong.code == 2
    assert not _wide(wrong.err.splitlines(), 60)


def _wide(lines: Iterable[str], width: int) -> list[str]:
    """Return the lines that have no room, but for single words."""
    return [line for line in lines if width_of(line) > width and " " in line.strip()]


def test_every_story_is_shown_in_a_notebook(stories: Sequence[Story]) -> None:
    for story in stories:
        shown = story._repr_html_()  # pyright: ignore[reportPrivateUsage]
        assert shown.startswith("<pre")
        assert "font-weight:bold" in shown
        assert "\x1b" not in shown
