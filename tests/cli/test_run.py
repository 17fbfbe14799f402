"""`brokersql run`: outcomes first, why after, files where they are asked for."""

from __future__ import annotations

import csv
import io
import json
import shlex
import shutil
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.cli.calling import Outcome, call, demo_with, spawn

#: What runs where it is not the point that every policy with work does.
TASKS = ("--policy", "panda_job")
#: A minute before the time of the demo.
JUST_NOW = "2026-03-17 09:29:00"
JOBS_TOO = (*TASKS, "--policy", "panda_timeout")


@dataclass(frozen=True)
class Written:
    """The folder of a run, and what its command said."""

    out: Path
    said: Outcome


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def odd(cache: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a world with a task of a user, a faulty one and one of no policy."""

    def tasks(rows: list[Any]) -> list[Any]:
        first, *others = rows
        second = next(row for row in others if row["core_count"] == 8)
        second["core_count"] = -8
        third = next(it for it in others if it["nucleus"] and it is not second)
        third |= {"status": "assigning", "modification_time": JUST_NOW}
        return [{**first, "prod_source_label": "user"}, *others]

    return demo_with(tmp_path_factory.mktemp("odd"), task=tasks)


@pytest.fixture(scope="module")
def written(odd: Path, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Return a run that was written, and what it says as JSON."""
    out = tmp_path_factory.mktemp("written") / "out"
    options = ("--format", "json", "--out", out, "--seed", 3)
    return Written(out, call("run", odd, *options))


@pytest.fixture(scope="module")
def shown(cache: None) -> Outcome:
    """Return what a run says where neither snapshot nor form is named."""
    return call("run")


def test_the_summary_of_all_policies_fits_a_screen(shown: Outcome) -> None:
    """Outcomes first, then what waits; of timeouts a line for each action."""
    assert shown.code == 0
    columns = ["policy", "profile", "tasks", "assigned", "pending", "throttled"]
    assert shown.lines[0].split()[:6] == columns
    assert shown.lines[1].split()[:2] == ["panda_job", "page"]
    assert "Why pairs were rejected (panda_job:" in shown.out
    lines = shown.lines
    assert len(lines) + len(shown.err.splitlines()) <= 40
    heads = [at for at, line in enumerate(lines) if line.startswith("policy ")]
    assert heads == [0, 5, 7] and not lines[9]
    assert lines[10].startswith("Why tasks wait (10)")
    assert lines[11].split()[:4] == ["-cap", "1", "panda_job", "retry"]
    at = lines.index("Which rules act (22 of 35 jobs)")
    actions = [line.split()[:2] for line in lines[at + 2 : at + 5]]
    assert actions == [["fail", "7"], ["kill", "10"], ["reassign", "5"]]
    whole = call("run", "--policy", "panda_timeout", "-v")
    assert any(line.split()[:2] == ["TO-07", "reassign"] for line in whole.lines)


def test_tasks_that_no_policy_decides_are_counted(
    odd: Path, written: Written, tmp_path: Path
) -> None:
    """So they are where two tasks are all there is: this one, and a job brokerage's."""
    lines = (odd / "task.jsonl").read_text(encoding="utf-8").splitlines()
    rows = list(map(json.loads, lines))
    some = [next(row for row in rows if row["jedi_task_id"] == 47110182)]
    some += [row for row in rows if row.get("modification_time") == JUST_NOW]
    gone = ("dirac_job", "dirac_pilot", "job")
    world = demo_with(
        tmp_path, task=lambda _: some, **dict.fromkeys(gone, lambda _: ())
    )
    done = call("run", world, "--format", "table")
    told = "1 task belongs to no policy of this run: status assigning, and not due for"
    assert told in done.out, done.err
    assert [each["tasks"] for each in written.said.json["undecided"]] == [1]


def test_the_older_page_runs_only_when_it_is_named(
    written: Written, demo: Path, tmp_path: Path
) -> None:
    unasked = {row["policy"] for row in written.said.json["policies"]}
    assert "panda_job" in unasked
    assert "panda_job_legacy" not in unasked
    named = ("run", demo, "--policy", "panda_job_legacy", "--out", tmp_path / "out")
    (row,) = rows(call(*named, "--format", "csv").out)
    assert (row["policy"], row["tasks"]) == ("panda_job_legacy", "45")
    criterion = ("--criterion", "-scoutprio", "--no-changes")
    told = call("explain", tmp_path / "out", *criterion)
    assert told.code == 0
    assert "panda_job_legacy" in told.out


def test_jobs_are_placed_where_it_is_asked(
    written: Written, demo: Path, tmp_path: Path
) -> None:
    assert "placed by" not in written.said.err
    assert not (written.out / "placement.parquet").exists()
    placed = tmp_path / "placed"
    done = call("run", demo, *TASKS, "--place", "--out", placed)
    batches = pq.read_table(placed / "placement.parquet").to_pylist()
    jobs = sum(row["n_jobs"] for row in batches)
    assert f"placed by panda_job: {jobs} of " in done.err
    assert f" in {len(batches)} batches" in done.err
    chosen = {
        (row["jedi_task_id"], row["chunk_no"], row["queue_name"])
        for row in pq.read_table(placed / "candidate.parquet").to_pylist()
    }
    for row in batches:
        assert (row["jedi_task_id"], row["chunk_no"], row["queue_name"]) in chosen
    run = json.loads((placed / "run.json").read_text())
    values = {each["name"]: each["value"] for each in run["policies"][0]["parameters"]}
    assert values["place"] is True


def test_news_goes_to_stderr_and_quiet_stills_it(demo: Path) -> None:
    told = call("run", demo, *TASKS).err
    assert "snapshot demo: 42 queues" in told
    assert "nothing written (no --out)" in told
    assert f"next: brokersql explain {demo} --task " in told
    assert call("run", demo, "--policy", "panda_timeout", "--quiet").err == ""


def test_the_next_command_repeats_what_was_decided(small_run: Path) -> None:
    """With an own policy it names its folder; a script and dropped rules need a run."""
    world, mine = small_run.parent / "world", small_run.parent / "mine"
    mine.mkdir()
    (mine / "policy.toml").write_text('title = "mine"\nextends = "panda_job"\n')
    for place in ((), ("--out", small_run.parent / "own")):
        done = call("run", world, "--policy", mine, *place)
        (line,) = (it for it in done.err.splitlines() if it.startswith("next: "))
        name, *words = shlex.split(line.removeprefix("next: ").partition("      ")[0])
        assert (name, f"--policy {mine}" in line) == ("brokersql", True)
        assert call(*words).code == 0
    script = world / "off.sql"
    script.write_text("update queue set status = 'offline'")
    for option in (("--sql", script), ("--without", "low_memory")):
        told = call("run", world, *TASKS, *option).err
        assert "next: run again with --out DIR, then brokersql explain DIR\n" in told


def test_in_a_pipe_the_summary_is_the_same_plain_text(demo: Path) -> None:
    piped, table = (
        call("run", demo, "--policy", "panda_timeout", *form)
        for form in ((), ("--format", "table"))
    )
    timed = ("panda_", "all ")
    told = [line for line in table.lines if not line.startswith(timed)]
    assert [line for line in piped.lines if not line.startswith(timed)] == told
    assert len(told) > 5 and "\x1b" not in piped.out


def test_as_csv_one_row_per_policy(demo: Path) -> None:
    done = call("run", demo, *JOBS_TOO, "--policy", "dirac", "--format", "csv")
    first, *others = rows(done.out)
    assert first["policy"] == "panda_job"
    assert [each["policy"] for each in others] == ["panda_timeout", "dirac"]
    matched = others[-1]
    assert int(matched["served"]) + int(matched["unserved"]) == 44
    outcomes = ("assigned", "pending", "throttled", "failed")
    assert sum(int(first[name]) for name in outcomes) == int(first["tasks"]) == 45
    assert first["top_criterion"].startswith("-")


def test_json_holds_what_the_tables_do(written: Written) -> None:
    run = written.said.json
    assert written.said.out.count("\n") == 1
    assert (run["schema_version"], run["kind"]) == (1, "run")
    out = str(written.out)
    assert run["run"] == {"snapshot_id": "demo", "seed": 3, "out": out}
    phases = {"load", "compile", "facts", "verdict", "weigh", "select", "views"}
    assert phases | {"serve", "write"} == set(run["timings_s"])

    def table(name: str) -> list[dict[str, str]]:
        found = pq.read_table(written.out / f"{name}.parquet").to_pylist()
        return [row for row in found if row["policy"] == "panda_job"]

    told, *_ = run["policies"]
    assert told["policy"] == "panda_job"
    counted = Counter(row["criterion"] for row in table("exclusion"))
    assert {each["criterion"]: each["pairs"] for each in told["rejected"]} == counted
    statuses = [row["status"] for row in table("result")]
    assert told["assigned"] == statuses.count("assigned")
    assert told["pending"] == statuses.count("pending")
    assert told["pending"] + told["failed"] == sum(
        it["tasks"] for it in told["waiting"]
    )
    verdict = pq.read_table(written.out / "verdict.parquet").to_pylist()
    pair = itemgetter("policy", "jedi_task_id", "chunk_no", "queue_name")
    pairs = Counter(policy for policy, *_ in {pair(row) for row in verdict})
    assert {it["policy"]: it["pairs"] for it in run["policies"] if "pairs" in it} == {
        name: n_pairs for name, n_pairs in pairs.items() if name != "dirac"
    }


def test_result_tables_and_record_are_written(run_folder: Path) -> None:
    names = {path.name for path in run_folder.iterdir()}
    assert names == {
        *("result.parquet", "candidate.parquet", "weighed.parquet"),
        *("exclusion.parquet", "verdict.parquet", "criterion.parquet"),
        *("funnel.parquet", "action.parquet", "run.json"),
    }
    record = json.loads((run_folder / "run.json").read_text())
    assert record["seed"] == 7
    policies = [each["policy"] for each in record["policies"]]
    assert policies == ["panda_job", "panda_timeout"]


def test_the_same_call_gives_the_same_bytes(run_folder: Path, tmp_path: Path) -> None:
    done = call("run", *JOBS_TOO, "--out", tmp_path, "--seed", 7, "--threads", 1)
    assert done.code == 0
    for path in run_folder.glob("*.parquet"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.parametrize(
    ("verdict", "absent"),
    [("reasons", {"verdict"}), ("none", {"verdict", "exclusion", "funnel"})],
)
def test_less_is_written_on_demand(
    verdict: str, absent: set[str], run_folder: Path, tmp_path: Path
) -> None:
    assert call("run", *JOBS_TOO, "--out", tmp_path, "--verdict", verdict).code == 0
    all_names = {path.stem for path in run_folder.glob("*.parquet")}
    assert {path.stem for path in tmp_path.glob("*.parquet")} == all_names - absent


def test_profile_and_settings_go_to_the_policies_that_have_them(demo: Path) -> None:
    asked = ("--set", "pending_hours=2", "--set", "high_prio=700", "--format", "csv")
    placed, acted = rows(call("run", demo, *JOBS_TOO, *asked).out)
    assert (placed["assigned"], acted["kill"]) == ("42", "9")
    paused = ("--profile", "asrun", "--set", "status_set=paused", "--format", "csv")
    both = rows(call("run", demo, *JOBS_TOO, *paused).out)
    assert [row["profile"] for row in both] == ["asrun", "asrun"]
    assert int(both[0]["assigned"]) < 42
    wrong = call("run", demo, "--set", "pending_hour=2")
    assert (wrong.code, "has no parameter pending_hour" in wrong.err) == (2, True)


def test_some_tasks_only_tell_their_ladders(demo: Path) -> None:
    some = ("--task", 47110182, "--task", 47110000)
    done = call("run", demo, *some, "--format", "table")
    assert done.lines[0].startswith("task 47110182 · chunk 0 · panda_job (page)")
    assert done.out.count("the number of initial candidates: ") == 2
    assert "rank" not in done.out


@pytest.mark.parametrize("command", [["run"], ["explain", "--task", "47110182"]])
def test_a_policy_that_only_answers_others_chooses_nothing(
    demo: Path, command: list[str]
) -> None:
    ended = call(*command, demo, "--policy", "panda_job_hint")
    assert ended.code == 2
    assert "panda_job_hint chooses nothing" in ended.err
    assert "--policy panda_task" in ended.err


@pytest.mark.parametrize("command", ["run", "explain"])
def test_an_unknown_task_is_named_with_those_near(
    command: str, demo: Path, run_folder: Path
) -> None:
    """Whatever is asked: a snapshot, or a run of several policies."""
    place = demo if command == "run" else run_folder
    wrong = call(command, place, "--task", 47110183)
    assert wrong.code == 2
    assert "no task 47110183" in wrong.err
    assert "62 tasks, 47110000 – 47110793" in wrong.err
    assert "47110182" in wrong.err.splitlines()[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--policy", "panda_jobs"), "did you mean panda_job"),
        (("--policy", "dirac", "--task", "47110182"), "no task is decided by dirac"),
        (("--profile", "pages"), "did you mean page?"),
        (("--set", "NW_ACTIV=true"), "did you mean NW_ACTIVE?"),
        (("--set", "NW_ACTIVE=perhaps"), "neither true nor false"),
        (("--set", "NW_ACTIVE"), "is not KEY=VALUE"),
        (("--set", "NQUEUED_SAT_CAP=many"), "'many' is not a whole number"),
        (("--set", "NW_THRESHOLD=nan"), "'nan' is not a finite number"),
        (("--set", "NW_THRESHOLD=-inf"), "'-inf' is not a finite number"),
        (("--policy", ""), "--policy is empty\n  give a value, or leave it out"),
        (("--verdict", "some"), "one of full, reasons, none"),
        (("--seed", "x"), "--seed"),
        (("--seed", "9223372036854775808"), "is no seed"),
        (("--seed", "-9223372036854775808"), "is no seed"),
        (("--threads", "-1"), "no cycle has -1 threads\n  1 to 1,024, or 0 for all"),
        (("--threads", "1025"), "no cycle has 1025 threads"),
        (("--memory-limit", "4XB"), "4XB is no size"),
        (("--memory-limit", "100"), "100 is no size\n  a number and KB, MB, GB"),
        (
            ("--policy", "dirac", "--place"),
            "--place: no jobs are placed by dirac\n  it is for policies that do: panda",
        ),
    ],
)
def test_wrong_options_say_what_to_type(
    options: tuple[str, ...], said: str, demo: Path
) -> None:
    wrong = call("run", demo, *options)
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.startswith("error: ")
    assert said in wrong.err
    assert len(wrong.err.splitlines()) <= 3


def test_results_are_not_mixed_into_a_snapshot(
    demo: Path, queues: Path, tmp_path: Path
) -> None:
    other = shutil.copytree(queues, tmp_path / "other")
    (tmp_path / "stored").mkdir()
    (tmp_path / "stored" / "manifest.json").write_text("{}")
    (tmp_path / "history" / "snapshot_time=2026-03-17T09:30:00Z").mkdir(parents=True)
    (tmp_path / "simulated" / "dirac").mkdir(parents=True)
    (tmp_path / "simulated" / "dirac" / "replay.json").write_text("{}")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "policy.toml").write_text("")
    for place, said in (
        (demo, "is the snapshot itself"),
        (other, "holds a snapshot"),
        (tmp_path / "stored", "holds a snapshot"),
        (tmp_path / "history", "holds a history"),
        (tmp_path / "simulated", "holds a simulation"),
        (tmp_path / "simulated" / "dirac", "holds a replay"),
        (tmp_path / "mine", "holds a policy"),
    ):
        before = sorted(place.iterdir())
        for command in (("run",), ("run", "--workers", 2)):
            wrong = call(*command, demo, "--policy", "dirac", "--out", place)
            assert (wrong.code, wrong.out) == (2, "")
            assert f"--out {place} {said}" in wrong.err
        assert sorted(place.iterdir()) == before
    wrong = call("simulate", demo, "--out", other)
    assert (wrong.code, f"{other} holds something already" in wrong.err) == (2, True)


def test_a_snapshot_without_tasks_has_no_work(tmp_path: Path) -> None:
    names = ("task", "task_dataset", "task_file", "input_chunk", "job")
    idle = dict.fromkeys(names, lambda _: ())
    world = demo_with(tmp_path, **idle)
    done = call("run", world, "--format", "csv")
    (only,) = rows(done.out)
    assert only["policy"] == "dirac"
    assert "load " in done.err
    for path in world.glob("dirac_*.jsonl"):
        path.unlink()
    done = call("run", world, "--format", "table")
    assert done.code == 0
    assert done.out.startswith("No work: ")


def test_every_policy_with_work_runs(written: Written) -> None:
    """The faulty task, which loading refuses, counts as failed, and is warned of."""
    assert written.said.code == 0
    assert "warning: task.core_count" in written.said.err
    found = {row["policy"]: row for row in written.said.json["policies"]}
    names = ["panda_job", "panda_analysis", "panda_task", "panda_timeout", "dirac"]
    assert list(found) == names
    counts = [(found[each]["tasks"], found[each]["failed"]) for each in names[:2]]
    assert counts == [(43, 1), (13, 0)]


def test_the_summary_in_a_process_of_its_own(demo: Path) -> None:
    done = spawn("run", demo, "--policy", "panda_timeout", "--format", "table")
    assert done.returncode == 0
    assert "Which rules act (22 of 35 jobs)" in done.stdout.decode()


def test_the_largest_seed(queues: Path) -> None:
    seed = ("--seed", 2**63 - 1)
    assert call("run", queues, "--policy", "panda_timeout", *seed).code == 0
