"""Tables that a policy brings: declared, typed and checked, read by its rules."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import brokersql
from brokersql.cli import main
from brokersql.policy import load_policy, read_policy
from tests.policy.test_folder import write

DECLARED = """-- title: CO2 that the electricity of a cloud causes
-- key: cloud
-- range: grams between 0 and 2000
create table co2_intensity (
    cloud VARCHAR,
    grams DOUBLE,  -- g CO2 per kWh
    since TIMESTAMP  -- optional; from when on
);
"""
ROWS = "cloud,grams\nDE,400\nUS,\n"
WEIGHT = """-- title: electricity that causes little CO2
-- source: an example
select
    survivor.*,
    coalesce({column} / 100, cfg.co2_unknown)::double as co2
from survivor
inner join unified_queue using (queue_name)
left join co2_intensity using (cloud)
cross join cfg
"""
TOML = """extends = "panda_job"
[[add]]
weights = ["co2"]
[parameters.CO2_UNKNOWN]
type = "DOUBLE"
default = 1.0
meaning = "factor of a cloud of unknown intensity"
"""
TASK = 47110000
SQL, CSV = "tables/co2_intensity.sql", "tables/co2_intensity.csv"


@pytest.fixture
def green(tmp_path: Path) -> Path:
    weight = WEIGHT.format(column="co2_intensity.grams")
    files = {"policy.toml": TOML, SQL: DECLARED, CSV: ROWS, "weights/co2.sql": weight}
    return write(tmp_path / "green", files)


def faults(folder: Path) -> list[str]:
    """Return place below the folder and message of everything that is wrong."""
    _, findings = read_policy(str(folder))
    return [f"{each.where[len(str(folder)) + 1 :]} {each.message}" for each in findings]


def factors(policy: Path, demo: Path, **options: object) -> dict[str, float]:
    """Return the new factor of each cloud at the task of the tests."""
    cycle = brokersql.run(str(demo), str(policy), tasks=[TASK], **options)  # type: ignore[arg-type]
    rows = cycle.sql(
        "select distinct unified_queue.cloud, weight_co2.co2 from weight_co2 "
        "inner join survivor using (jedi_task_id, chunk_no, pseudo_queue) "
        "inner join unified_queue using (queue_name)"
    ).to_pylist()
    return {each["cloud"]: each["co2"] for each in rows}


def test_rules_read_the_rows_and_a_child_brings_others(green: Path, demo: Path) -> None:
    child = write(green.parent / "child", {"policy.toml": 'extends = "../green"\n'})
    inherited = factors(child, demo)
    assert inherited.pop("DE") == 4
    assert set(inherited.values()) == {1}
    before = load_policy(str(child)).content_hash
    (child / "tables").mkdir()
    rows = pa.table({"cloud": ["DE"], "grams": [7], "since": [None]})
    pq.write_table(rows, child / "tables/co2_intensity.parquet")
    assert factors(child, demo, set={"CO2_UNKNOWN": "2"})["DE"] == 0.07
    policy = load_policy(str(child))
    assert policy.content_hash != before
    (change,) = policy.changes[-1:]
    assert (change.change, change.name) == ("override", "co2_intensity")
    write(child, {SQL: DECLARED.replace("2000", "5")})
    (fault,) = faults(child)
    assert "co2_intensity.parquet:1:1 row 1 (DE): grams breaks its range" in fault


#: What stands in the folder -> what is said of it, and where.
ROW = "tables/co2_intensity.csv:{line}:1 row {no} ({key}): {reason}"
BROKEN: dict[str, tuple[dict[str, str], list[str]]] = {
    "types, keys and ranges": (
        {CSV: "cloud,grams\nDE,4O0\n,5\nFR,1\nUS,9999\nFR,2\nNL,nan\n"},
        [
            ROW.format(line=2, no=1, key="DE", reason="grams is not DOUBLE (4O0)"),
            ROW.format(line=3, no=2, key="NULL", reason="cloud is NULL in a key"),
            ROW.format(line=4, no=3, key="FR", reason="cloud stands in different rows"),
            ROW.format(
                line=5,
                no=4,
                key="US",
                reason="grams breaks its range grams between 0 and 2000 (9999.0)",
            ),
            ROW.format(line=6, no=5, key="FR", reason="cloud stands in different rows"),
            ROW.format(line=7, no=6, key="NL", reason="grams is not DOUBLE (nan)"),
        ],
    ),
    "columns": (
        {CSV: "cloud,gramms\nDE,4\n"},
        [
            "tables/co2_intensity.csv:1:1 co2_intensity.grams is missing in the file",
            "tables/co2_intensity.csv:1:1 co2_intensity.gramms is no column and is "
            "ignored: did you mean grams?",
        ],
    ),
    "lines": (
        {CSV: "cloud,grams\nDE,4,5\nFR\n"},
        [
            "tables/co2_intensity.csv:2:1 3 values, and 2 columns",
            "tables/co2_intensity.csv:3:1 1 values, and 2 columns",
        ],
    ),
    "line break": (
        {CSV: 'cloud,grams\n"D\nE",4\n'},
        ["tables/co2_intensity.csv:1:1 a value holds a line break"],
    ),
    "two columns of a name": (
        {CSV: "cloud,grams,grams\nDE,4,5\n"},
        ["tables/co2_intensity.csv:1:1 column grams stands twice"],
    ),
    "two files": (
        {"tables/co2_intensity.parquet": ""},
        [
            "tables/co2_intensity.csv:1:1 the rows of co2_intensity stand in "
            "co2_intensity.csv and co2_intensity.parquet"
        ],
    ),
    "no declaration": (
        {"tables/co2_intensities.csv": ROWS},
        [
            "tables/co2_intensities.csv:1:1 no file tables/co2_intensities.sql "
            "declares this table"
        ],
    ),
    "no rows": (
        {"tables/other.sql": DECLARED.replace("co2_intensity", "other")},
        ["tables/other.sql:4:1 no file with the rows of other"],
    ),
    "header, key, type, range": (
        {
            SQL: DECLARED.replace("-- key: cloud", "-- key: land\n-- settable: grams")
            .replace("DOUBLE", "FLOAT")
            .replace("grams between", "tons between")
        },
        [
            "tables/co2_intensity.sql:3:1 unknown header key settable",
            "tables/co2_intensity.sql:7:10 unknown type FLOAT",
            "tables/co2_intensity.sql:2:1 no column land",
            "tables/co2_intensity.sql:4:11 the range names no column of the table",
        ],
    ),
    "form": (
        {SQL: DECLARED.replace("    cloud", "cloud")},
        ["tables/co2_intensity.sql:5:1 not a line of a declaration"],
    ),
    "range": (
        {SQL: DECLARED.replace("0 and 2000", "0 und 2000")},
        [
            "tables/co2_intensity.sql:3:11 the range cannot be asked: "
            'syntax error at or near "und"'
        ],
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_does_not_fit_is_told_with_file_and_row(case: str, green: Path) -> None:
    files, said = BROKEN[case]
    assert faults(write(green, files)) == said


@pytest.mark.parametrize("name", ["queue", "chunk", "verdict", "cfg", "co2", "x_unit"])
def test_a_table_has_a_name_of_its_own(name: str, green: Path) -> None:
    text = DECLARED.replace("create table co2_intensity", f"create table {name}")
    write(green, {f"tables/{name}.sql": text, f"tables/{name}.csv": ROWS})
    (fault,) = faults(green)
    assert fault.startswith(f"tables/{name}.sql:4:8 {name} is a")


def linked(path: Path) -> None:
    elsewhere = path.parents[2] / "elsewhere.csv"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def large(path: Path) -> None:
    os.truncate(path, 64 * 1024 * 1024 + 1)


def binary(path: Path) -> None:
    path.write_bytes(b"cloud,grams\n\xff\xfe,4\n")


UNREADABLE: dict[Callable[[Path], None], str] = {
    linked: "it is a link that leads out of the folder of the policy",
    fifo: "it is no regular file",
    large: "it is larger than 64 MiB",
    binary: "it cannot be read: 'utf-8' codec can't decode",
}


@pytest.mark.parametrize("change", UNREADABLE)
def test_rows_are_a_regular_file_of_bounded_size(
    change: Callable[[Path], None], green: Path
) -> None:
    change(green / CSV)
    (fault,) = faults(green)
    assert UNREADABLE[change] in fault


def test_commands_know_own_tables(
    green: Path,
    demo: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its check, its tests and its lineage: tests/docs/test_pages.py."""
    name, out = str(green), str(green.parent / "out")

    def said(*words: str) -> str:
        code = main(list(words))
        told = capsys.readouterr()
        assert code == 0, told.err + told.out
        return told.out

    shown = said("policy", "show", name)
    assert f"co2_intensity  cloud     2  {name}/{CSV}" in shown
    assert "create table" in said("policy", "show", f"{name}/co2_intensity")
    assert "co2" in said("policy", "lineage", name, "--of", "co2_intensity.grams")
    said("run", str(demo), "--policy", name, "--task", str(TASK), "--out", out)
    assert "DE,400.0" in said("sql", out, "from co2_intensity", "--policy", name)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert "table,co2_intensity,2,cloud" in said("sql", out, "--policy", name)
    pair = ("--task", str(TASK), "--queue", "GARONNE_UCORE", "--no-changes")
    assert "co2" in said("explain", out, "--policy", name, *pair)
