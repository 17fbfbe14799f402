"""No text of the input is a formula in CSV, and none commands a terminal.

Promise: where such a text begins as a formula does, an apostrophe stands in front;
`--raw-csv` leaves it. Numbers and criteria stay. Names of columns are shown as cells.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from brokersql.render.csv_text import CRITERIA_COLUMNS, csv_lines
from tests.cli.calling import call
from tests.snapshot.build import world, write_lines

FORMULAS = (
    *("=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "="),
    *("-", "+", "--1", '=HYPERLINK("http://x")', "=,", "-٣", "-disk(1)", "-a -b!c"),
)
#: Stay in columns of criteria only.
CRITERIA = ("-disk", "+use", "-cache 1", "-disk -cap", "-disk, +use", "-zero_share 12")
NUMBERS = ("-1", "+1", "-0.5", "-.5", "+1.", "-1e-9", "+2E+5")
PLAIN = ("a=b", "", " ", "'=1", "x-1", "1-x", "<=>", "ünï", '"=', ";=1", "/-1")


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_text_that_begins_as_a_formula_has_an_apostrophe_in_front() -> None:
    cells = [*FORMULAS, *CRITERIA, *NUMBERS, *PLAIN]
    rows = [(each,) for each in (*cells, None, -1, -0.5, True)]
    for name in ("user_name", "=name", *CRITERIA_COLUMNS):
        changed = [*FORMULAS, *(() if name in CRITERIA_COLUMNS else CRITERIA), "=name"]
        for is_raw in (False, True):
            text = "\n".join(csv_lines([name], iter(rows), is_raw=is_raw))
            found = [row or [""] for row in csv.reader(io.StringIO(text, newline=""))]
            expected = [
                f"'{each}" if each in changed and not is_raw else each
                for each in (name, *cells)
            ]
            told = [*expected, "", "-1", "-0.5", "true"]
            assert [each for (each,) in found] == told, name


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    rows = [
        {"jedi_task_id": number, "user_name": name, "current_priority": -number}
        for number, name in enumerate((*FORMULAS, *CRITERIA, *PLAIN, *NUMBERS))
    ]
    return write_lines(tmp_path / "world", world(task=rows))


ASKED = (
    "select user_name, current_priority, '-disk' as criterion, user_name as criteria "
    "from task where user_name is not null order by jedi_task_id"
)


def test_commands_write_csv_so_and_as_it_is_where_it_is_asked_for(
    hostile: Path, tmp_path: Path
) -> None:
    names = [*FORMULAS, *CRITERIA, *PLAIN, *NUMBERS]
    changed = {*FORMULAS, *CRITERIA}
    inert = [f"'{name}" if name in changed else name for name in names]
    ask = ("sql", hostile, ASKED)
    for options, expected in {
        ("--format", "csv"): inert,
        (): inert,
        ("--raw-csv", "--format", "csv"): names,
        ("--output", tmp_path / "a.csv"): inert,
        ("--output", tmp_path / "b.csv", "--raw-csv"): names,
    }.items():
        done = call(*ask, *options)
        assert done.code == 0, done.err
        text = done.out or Path(options[1]).read_bytes().decode()
        rows = read(text)
        assert [row["user_name"] for row in rows] == expected, options
        assert {row["criterion"] for row in rows} == {"-disk"}
        assert [row["current_priority"] for row in rows][:3] == ["0", "-1", "-2"]
    before = read(call("--raw-csv", *ask).out)
    assert [row["user_name"] for row in before] == names
    rows = [json.loads(line) for line in call(*ask, "--format", "jsonl").lines]
    assert [row["user_name"] for row in rows] == names
    call(*ask, "--output", tmp_path / "c.parquet")
    column = pq.read_table(tmp_path / "c.parquet")["user_name"]  # pyright: ignore[reportUnknownMemberType]
    assert column.to_pylist() == names


def test_criteria_and_numbers_of_results_are_as_they_were(run_folder: Path) -> None:
    for asked in ("from exclusion", "from criterion", "from funnel", "from weighed"):
        tame = call("sql", run_folder, asked, "--format", "csv")
        raw = call("sql", run_folder, asked, "--format", "csv", "--raw-csv")
        assert tame.out == raw.out and "\n'" not in tame.out and ",'" not in tame.out
        assert tame.code == 0


def test_names_of_columns_are_shown_as_cells_are(hostile: Path) -> None:
    name = "a\x1b[31m\u202e\nb"
    query = f"select 1 as \"{name}\", '{name}' as c"
    shown = r"a\x1b[31m\u202e\nb"
    for columns in (None, 80):
        done = call("sql", hostile, query, "--format", "table", columns=columns)
        assert done.code == 0, done.err
        head, row = (line.split() for line in done.lines[:2])
        assert (shown in head[0], row) == (True, ["1", shown])
        assert "\x1b[31m" not in done.out and "\u202e" not in done.out
    wrong = call("sql", hostile, query, "--columns", "x")
    assert wrong.code == 2
    assert "\x1b" not in wrong.err and "\u202e" not in wrong.err
