"""`--update`: a run over a snapshot in which single values are others."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import call, explained

TASK = "47110299"


def test_a_run_remembers_what_was_changed(demo: Path, tmp_path: Path) -> None:
    lines = (demo / "queue.jsonl").read_text(encoding="utf-8").splitlines()
    name = min(json.loads(line)["queue_name"] for line in lines)
    update = f"queue:{name}.status=offline"
    out = tmp_path / "out"
    done = call("run", demo, "--policy", "panda_job", "--update", update, "--out", out)
    assert done.code == 0, done.err
    pair = ("--task", TASK, "--queue", name, "--format", "json", "--no-changes")
    for told in (explained(out, *pair), explained(demo, *pair, "--update", update)):
        assert told.code == 0, told.err
        details = [each["detail"] for each in told.json["failing"]]
        assert "status offline" in details
    before = explained(demo, *pair).json["failing"]
    assert "status offline" not in [each["detail"] for each in before]


def test_without_a_folder_the_next_command_repeats_the_change(demo: Path) -> None:
    update = f"task:{TASK}.status=redy"
    done = call("run", demo, "--policy", "panda_job", "--update", update)
    assert f"--update {update}" in done.err.splitlines()[-1]
    (told,) = [it for it in done.err.splitlines() if it.startswith("warning: task.")]
    assert f"('redy' in {TASK}); did you mean ready?" in told


def test_a_faulty_change_is_a_usage_error(demo: Path) -> None:
    done = call("run", demo, "--update", "queue:nowhere.max_rss=1")
    assert done.code == 2
    assert done.err.startswith("error: --update: queue has no row nowhere")
