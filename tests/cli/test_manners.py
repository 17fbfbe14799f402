"""What users expect of every command: verbs, formats, exit codes, short errors.

Streams, colour and signals stand in test_streams, names that a shell completes in
test_completion, variables and files in test_settings, help in test_help.
"""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.ipc as ipc
import pyarrow.parquet as pq
import pytest

from brokersql import policy as policy_room
from brokersql.core.errors import BrokersqlError
from tests.cli.calling import call
from tests.cli.test_help import COMMANDS

VERBS = {
    *("run", "explain", "sql", "replay", "diff", "match", "policy", "snapshot"),
    *("report", "history", "bisect", "sensitivity", "scoreboard", "export", "serve"),
}
ON_POLICIES = {
    *("list", "show", "check", "lint", "render", "lineage", "test", "new", "docs"),
}
ON_SNAPSHOTS = {
    *("validate", "describe", "import", "generate", "diff", "doctor", "wanted"),
}
ON_STATES = {
    *("init", "add", "one", "batch", "requeue", "status", "explain", "verify"),
    *("rebuild", "serve"),
}


def test_the_verbs_of_the_contract_are_there() -> None:
    assert {words[0] for words in COMMANDS} >= VERBS
    assert {words[1] for words in COMMANDS if words[0] == "policy"} >= ON_POLICIES
    assert {words[1] for words in COMMANDS if words[0] == "snapshot"} == ON_SNAPSHOTS
    assert {words[2] for words in COMMANDS if words[0] == "match"} == ON_STATES


@pytest.mark.parametrize(
    "words",
    [
        *(("run", ""), ("sql", "", "from queue"), ("explain", "", "47110182")),
        *(("explain", "demo", ""), ("explain", "demo", "--queue", "")),
        *(
            ("sql", "demo", "from queue", option, "")
            for option in ("--sort", "--where")
        ),
    ],
)
def test_an_empty_name_is_not_one_that_is_left_out(words: tuple[str, ...]) -> None:
    """As of a variable of the shell that is not set."""
    wrong = call(*words)
    assert (wrong.code, wrong.out) == (2, "")
    assert " is empty\n  give a value, or leave it out" in wrong.err


def test_rows_in_every_format_hold_the_same(tmp_path: Path) -> None:
    asked = ("settings", "--columns", "setting,variable")
    listed = call(*asked, "--format", "csv").lines[1:]
    names = [line.split(",")[0] for line in listed]
    suffixes = ("csv", "json", "jsonl", "parquet", "arrow", "txt")
    files = {each: tmp_path / f"rows.{each}" for each in suffixes}
    for file in files.values():
        assert call(*asked, "--output", file).out == ""
    texts = {each: files[each].read_text() for each in ("csv", "json", "jsonl", "txt")}
    with ipc.open_stream(files["arrow"].read_bytes()) as stream:
        arrow = stream.read_all()
    found = {
        "csv": [line.split(",")[0] for line in texts["csv"].splitlines()[1:]],
        "json": [row["setting"] for row in json.loads(texts["json"])["rows"]],
        "jsonl": [json.loads(line)["setting"] for line in texts["jsonl"].splitlines()],
        "parquet": pq.read_table(files["parquet"]).column("setting").to_pylist(),
        "arrow": arrow.column("setting").to_pylist(),
        "txt": [line.split()[0] for line in texts["txt"].splitlines()[1:]],
    }
    assert {name: rows for name, rows in found.items() if rows != names} == {}
    nested = call("policy", "show", "panda_job", "--format", "csv")
    assert (nested.code, "is nested" in nested.err) == (2, True)


def test_errors_have_one_to_three_lines_and_their_exit_code(
    demo: Path, run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "queue.jsonl").write_text('{"max_rss": "much"}\n' * 9, encoding="utf-8")
    (damaged / "run.json").write_text("{", encoding="utf-8")
    faulty = tmp_path / "faulty"
    assert call("policy", "new", faulty).code == 0
    rule = faulty / "filters" / "small_queue.sql"
    text = rule.read_text(encoding="utf-8")
    rule.write_text(text.replace("cfg.least_cores as", "cfg.least_cores as as"))
    cases: list[tuple[int, tuple[str | Path, ...]]] = [
        (2, ("rum",)),
        (2, ("run", demo, "--tasks", "1")),
        (2, ("run", demo, "--task", "1")),
        (2, ("run", demo, "--set", "NQUEUED")),
        (2, ("explain", run_folder, "--task", "1")),
        (2, ("explain", run_folder, "--queue", "NIX")),
        (2, ("explain", run_folder)),
        (2, ("sql", run_folder, "from nowhere")),
        (2, ("policy", "show", "panda_jobs")),
        (2, ("snapshot", "diff", demo, demo, "--table", "queues")),
        (2, ("diff", demo, run_folder)),
        (2, ("export", demo, "--duckdb", demo)),
        (3, ("run", tmp_path / "none")),
        (3, ("snapshot", "describe", damaged / "queue.jsonl")),
        (3, ("report", damaged)),
        (3, ("history", "list", tmp_path)),
        (4, ("run", demo, "--policy", faulty)),
        (4, ("policy", "test", faulty)),
        (6, ("match", tmp_path / "state", "status")),
    ]
    ends = {tuple(map(str, words)): call(*words) for _, words in cases}
    wrong = {
        words: (done.code, done.err)
        for (code, _), (words, done) in zip(cases, ends.items(), strict=True)
        if done.code != code
        or done.out
        or not done.err.startswith("error: ")
        or "Traceback" in done.err
        or len([line for line in done.err.splitlines() if "warning" not in line]) > 3
    }
    assert wrong == {}
    rule.write_text(text.replace("core_count as", "queue_name::bigint as"))
    failed = call("run", demo, "--policy", faulty, "--set", "LEAST_CORES=1")
    assert (failed.code, len(failed.err.splitlines()) <= 3) == (5, True)

    def broken() -> tuple[str, ...]:
        raise BrokersqlError("it broke") from RuntimeError()

    monkeypatch.setattr(policy_room, "shipped_policies", broken)
    assert call("policy", "list").code == 1
