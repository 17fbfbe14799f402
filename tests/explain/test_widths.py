"""Narrow places: names give way last, numbers and changes never."""

from __future__ import annotations

import pytest

from brokersql.cycle import Cycle
from brokersql.explain.task import tell_task
from brokersql.report.look import Look
from brokersql.report.table import Cell, Column, lay_out

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
