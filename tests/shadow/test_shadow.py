"""The log of a broker beside what is decided here: agreement, causes, output."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.shadow import Shadow, compare_log
from brokersql.shadow.compare import LogText
from brokersql.shadow.follow import GrowingLogs
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, begun, call
from tests.conformance.recorded import FOLDER

LOGS = FOLDER.parent / "data" / "logs"
#: One task of the demo for each case of the log that most tests look at.
SAME, STAGES, NONE, NO_END, MIXED, INSIDE, OUTSIDE, TWICE = (
    47110000 + 13 * n for n in range(8)
)
ABSENT = 99


@cache
def cycle() -> FinishedCycle:
    """Return what is decided here about these tasks."""
    tasks = (SAME, STAGES, NONE, INSIDE, TWICE)
    options = Options(profile="asrun", tasks=tasks)
    return run_cycle(Snapshot.open(DEMO), "panda_job", options, is_kept=True)


def chosen(task: int) -> tuple[tuple[str, float], ...]:
    """Return the queues and weights that a task gets."""
    rows = cycle().table("candidate").to_pylist()
    return tuple(
        (row["queue_name"], row["weight"])
        for row in rows
        if row["jedi_task_id"] == task
    )


def dropped(task: int) -> tuple[str, str]:
    """Return a queue without children that one check drops, with its criterion."""
    return next(
        (row["queue_name"], row["criterion"])
        for row in cycle().table("exclusion").to_pylist()
        if row["jedi_task_id"] == task
        and row["queue_name"] == row["unified_name"]
        and row["criterion"] not in ("-not_candidate", "-status")
    )


def log(
    task: int,
    *lines: str,
    uses: tuple[tuple[str, float | None], ...] | None = None,
    time: str = "",
    ends: tuple[str, ...] = ("done",),
    numbers: str = "nRun=1 nAct=0 nStart=0 nDef=0",
) -> list[str]:
    """Return the lines of one decision about a task, as the broker writes them."""
    head = f"{time} panda.log.AtlasProdJobBroker: " if time else ""
    texts = [
        "start currentPriority=900",
        "cloud=WORLD has 30 candidates",
        *lines,
        "20 candidates passed memory check",
        *(
            f"  use site={name} with weight={weight} {numbers} criteria=+use"
            for name, weight in (chosen(task) if uses is None else uses)
        ),
        *ends,
    ]
    return [f"{head}INFO    <jediTaskID={task}> {text}" for text in texts]


def lines_of_all() -> list[str]:
    """Return a log in which each task of the above is a case."""
    (best, _), second, *_ = chosen(STAGES)
    unified = best.split("/")[0]
    queue, _ = dropped(STAGES)
    waits = "nRun=1 nAct=900 nStart=0 nDef=0 nQueued_rt=900"
    moment = Snapshot.open(DEMO).report.snapshot_time
    assert moment is not None
    inside = f"{moment:%Y-%m-%d %H:%M:%S},123"
    mixed = log(MIXED, uses=())
    return [
        *log(SAME, "  skip site={} for a reason criteria={}".format(*dropped(SAME))),
        *log(
            STAGES,
            f"  skip site={unified} due to memory shortage criteria=-lowmemory",
            "  skip site=NOWHERE due to status=offline criteria=-status",
            f"  skip site={queue} due to status=weird criteria=-status",
            uses=((queue, 1.0), (second[0], second[1] * 2)),
            numbers=waits,
        ),
        *log(NONE, uses=(), ends=("no candidates",)),
        *log(NO_END, uses=(), ends=()),
        "a traceback that continues",
        "INFO other logger",
        *mixed[:2],
        *mixed,
        mixed[-1],
        *log(INSIDE, time=inside),
        *log(OUTSIDE, uses=(), time=inside.replace(f"{moment:%Y}", "1999")),
        *log(TWICE),
        *log(TWICE),
        *log(ABSENT, uses=()),
    ]


@cache
def comparison() -> Shadow:
    """Return the comparison of that log with the demo."""
    log = LogText("log", lines_of_all())
    return compare_log([log], Snapshot.open(DEMO), Options(profile="asrun"))


@cache
def compared() -> dict[str, Any]:
    """Return the same as JSON has it."""
    return comparison().document()


def causes(task: int) -> list[tuple[object, ...]]:
    """Return queue, theirs, ours and cause of the differences about a task."""
    return [
        (row["queue_name"], row["theirs"], row["ours"], row["cause"])
        for row in compared()["differences"]
        if row["jedi_task_id"] == task
    ]


def test_decisions_are_counted() -> None:
    counts = ("decisions", "agree", "differ", "not_decided", "outside")
    assert [compared()[name] for name in counts] == [7, 4, 3, 3, 1]
    assert compared()["lines_not_understood"] == 0


@pytest.mark.parametrize("task", [SAME, INSIDE, TWICE])
def test_the_same_choice_agrees(task: int) -> None:
    assert chosen(task), "the task is assigned here"
    assert causes(task) == []


def test_each_difference_has_its_first_cause() -> None:
    (best, _), (second, _), *_ = chosen(STAGES)
    queue, criterion = dropped(STAGES)
    by_queue = {row[0]: row[1:] for row in causes(STAGES)}
    assert by_queue[best.split("/")[0]] == ("-lowmemory", "+use", "stage")
    assert by_queue["NOWHERE"] == ("-status", "keeps", "not in snapshot")
    assert by_queue[second] == ("+use", "+use", "live counter")
    assert ("+use", criterion, "stage") in [row[1:] for row in causes(STAGES)]
    assert (queue, "-status", criterion, "stale") in causes(STAGES)
    details = [row["detail"] for row in compared()["differences"]]
    assert any("; nQueued: log 900.0, brokersql " in each for each in details)


def test_a_check_tells_what_a_cut_or_a_new_criterion_hides() -> None:
    """What brokersql drops earlier is no cut; a check that it lacks is no stage."""
    (best, _), (second, _), *_ = chosen(STAGES)
    queue, criterion = dropped(STAGES)
    lines = log(
        STAGES,
        f"  skip site={queue} due to low weight criteria=-low_weight",
        f"  skip site={best.split('/')[0]} due to something criteria=-newcheck",
        uses=((second, None),),
    )
    odd = [line.replace("weight=None", "weight=") for line in lines]
    found = compare_log(
        [LogText("log", odd)], Snapshot.open(DEMO), Options(profile="asrun")
    )
    told = {
        row["queue_name"]: (row["theirs"], row["cause"], row["detail"])
        for row in found.document()["differences"]
    }
    says = f"memory check: log says -low_weight, brokersql says {criterion}"
    assert told[queue] == ("-low_weight", "stage", says)
    says = "memory check: brokersql has no check that says -newcheck"
    assert told[best.split("/")[0]] == ("-newcheck", "unknown", says)
    assert told[second][2].startswith("log weighs nothing that can be read, brokersql ")


def test_a_log_that_lacks_its_head_says_what_it_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "broker.log"
    file.write_text("\n".join([*log(ABSENT)[3:], *log(SAME)]))
    told = call("shadow", file, DEMO, "--profile", "asrun").err
    assert "1 decision not compared: begun before the log, or outside" in told


def test_a_decision_counts_once_for_each_cause() -> None:
    """However many queues differ for it, and whatever was compared later."""
    between = [row for row in compared()["causes"] if row["cause"] == "stage"]
    assert len(between) > 1
    metrics = comparison().metrics()
    assert 'policy="panda_job",cause="stage"} 1\n' in metrics
    alone = compare_log([LogText("log", log(ABSENT, uses=()))], Snapshot.open(DEMO))
    total = comparison().with_more(alone).metrics()
    assert total.splitlines()[-4:] == metrics.splitlines()[-4:]


def test_what_the_snapshot_does_not_hold_is_named() -> None:
    assert causes(ABSENT) == [(None, "none", None, "not in snapshot")]


def test_no_choice_where_one_is_made_here() -> None:
    assert {row[1] for row in causes(NONE)} == {"no line"}


def test_the_command_ends_with_10_and_counts_for_prometheus(tmp_path: Path) -> None:
    file, counts = tmp_path / "broker.log", tmp_path / "counts.prom"
    odd = f"INFO    <jediTaskID={SAME}> jump over site=X criteria=-new"
    options = Options(profile="asrun", tasks=(SAME,))
    alone = run_cycle(Snapshot.open(DEMO), "panda_job", options, is_kept=True)
    rows = alone.table("candidate").to_pylist()
    uses = tuple((row["queue_name"], row["weight"]) for row in rows)
    file.write_text("\n".join([*log(SAME, uses=uses[1:]), odd]))
    done = call(
        *("shadow", file, DEMO, "--prometheus", counts, "--window", "1h:1h"),
        *("--format", "json"),
    )
    assert (done.code, done.json["lines_not_understood"]) == (10, 1)
    assert f"{file}:" in done.json["unknown_lines"][0]
    assert "not understood:" in done.err
    assert "1 decision compared, 0 agree, 1 differ" in done.err
    (row,) = done.json["differences"]
    assert (row["queue_name"], row["cause"]) == (uses[0][0], "cut")
    text = counts.read_text()
    assert "brokersql_shadow_differ 1\n" in text
    assert 'policy="panda_job",cause="cut"} 1' in text


@pytest.mark.parametrize(
    "words",
    [(), ("x.log",), *(("x.log", DEMO, "--window", it) for it in ("often", "5m"))],
)
def test_a_log_and_a_snapshot_are_needed(words: tuple[str | Path, ...]) -> None:
    assert call("shadow", *words).code == 2


def test_a_log_that_is_not_there_is_named(tmp_path: Path) -> None:
    wrong = call("shadow", tmp_path / "no.log", DEMO)
    assert (wrong.code, "Errno" in wrong.err) == (2, False)
    assert f"{tmp_path / 'no.log'} cannot be read: No such file" in wrong.err


def test_a_text_that_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("nothing\n")
    done = call("shadow", tmp_path / "a.log", DEMO)
    assert (done.code, "no decision of a broker" in done.err) == (2, True)


def test_logs_of_another_time_are_refused(tmp_path: Path) -> None:
    lines = log(SAME, time="1999-01-02 03:04:05,678")
    (tmp_path / "a.log").write_text("\n".join(lines))
    done = call("shadow", tmp_path / "a.log", DEMO, "--window", "1h:2h")
    assert (done.code, done.out) == (2, "")
    assert "within 1h:2h of the snapshot's time" in done.err
    assert "1999-01-02 03:04:05 to 1999-01-02 03:04:05" in done.err


def test_files_of_a_rotated_log_are_one(tmp_path: Path) -> None:
    """Decisions go on from one to the next; lines are named by their own file."""
    one, two = log(SAME), log(INSIDE)
    odd = f"INFO    <jediTaskID={INSIDE}> jump over site=X criteria=-new"
    texts = {
        "b.log-20261127": one[:2],
        "b.log.10": one[2:4],
        "b.log.2.gz": [*one[4:], *two[:2]],
        "b.log": [odd, *two[2:]],
        "c.log": log(NONE, uses=(), ends=("no candidates",)),
    }
    for name, lines in texts.items():
        text = ("\n".join(lines) + "\n").encode()
        (tmp_path / name).write_bytes(gzip.compress(text) if "gz" in name else text)
    done = call("shadow", tmp_path, DEMO, "--format", "json")
    counts = ("decisions", "not_decided", "outside")
    assert [done.json[name] for name in counts] == [3, 0, 0]
    assert done.json["unknown_lines"] == [
        f"{tmp_path / 'b.log'}:1: jump over site=X criteria=-new"
    ]


def test_a_setting_goes_to_the_policies_that_have_it(tmp_path: Path) -> None:
    """Logs of several brokers beside a parameter that only analysis has."""
    task = "<jediTaskID=47110650 datasetID=1>"
    texts = ["start", "  use site=X with weight=1.0 criteria=+use", "done"]
    (tmp_path / "job.log").write_text("\n".join(log(SAME)))
    (tmp_path / "user.log").write_text(
        "\n".join(f"INFO    {task} {it}" for it in texts)
    )
    words = ("shadow", tmp_path, DEMO, "--format", "json", "--set")
    done = call(*words, "CAP_RUNNING_USER_JOBS=9")
    assert (done.code, done.json["decisions"]) == (10, 2), done.err
    assert call(*words, "NOSUCH=9").code == 2


def test_a_folder_without_logs_is_named(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("nothing\n")
    done = call("shadow", tmp_path, DEMO)
    assert (done.code, f"error: {tmp_path} holds no file" in done.err) == (2, True)


def test_growing_logs_give_tasks_whose_decision_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, now = tmp_path / "broker.log", 0.0
    monkeypatch.setattr("brokersql.shadow.follow.time.monotonic", lambda: now)
    logs = GrowingLogs([file], quiet_s=2)
    assert list(logs.decided()) == []
    lines = log(SAME)
    file.write_text("\n".join(lines[:-1]))
    assert list(logs.decided()) == []
    with file.open("a") as more:
        more.write("\n" + lines[-1] + "\n" + log(ABSENT, uses=())[0])
    assert [(it.name, list(it.lines)) for it in logs.decided()] == [
        (f"task {SAME}", lines)
    ]
    with file.open("a") as more:  # what was not read before the rotation counts
        more.write("\n".join(log(6, uses=())) + "\n")
    file.rename(tmp_path / "broker.log.1")
    throttled = log(8, uses=(), ends=("throttle to generate jobs due to quota",))
    file.write_text("\n".join([*log(7, uses=()), *throttled]) + "\n")
    assert [it.name for it in logs.decided()] == ["task 6", "task 7", "task 8"]
    assert logs.is_known(SAME)
    now = 3.0
    assert list(logs.decided()) == []
    assert not logs.is_known(SAME)


def test_following_reports_each_decision_once(tmp_path: Path) -> None:
    file, counts = tmp_path / "broker.log", tmp_path / "counts.prom"
    file.write_text("\n".join(log(ABSENT, uses=())) + "\n")
    words = ("shadow", file, DEMO, "--follow", "--interval", "0.1")
    running = begun(*words, "--prometheus", counts, text=True)
    try:
        assert running.stderr is not None
        said = running.stderr.readline
        assert said().startswith(f"task {ABSENT} chunk 0 (none): differs, not in snap")
        assert said().startswith("1 decision compared, 0 agree, 1 differ")
        with file.open("a") as more:
            more.write("\n".join(log(98, uses=())) + "\n")
        assert said().startswith("task 98 chunk 0 (none): differs, not in snapshot")
        assert said().startswith("2 decisions compared, 0 agree, 2 differ")
        assert "brokersql_shadow_differ 2\n" in counts.read_text()
        with file.open("a") as more:  # its next decision; no line counts twice
            more.write("\n".join(log(98, uses=())) + "\n")
        n_lines = len(file.read_text().splitlines())
        assert said() == (
            f"3 decisions compared, 0 agree, 3 differ; {n_lines} lines read, "
            "0 not understood\n"
        )
    finally:
        running.terminate()
        running.wait()


#: Genuine logs: decisions, those that agree; what differs is a tie at the cut.
GENUINE = [
    ("prod_10_nucleus", 13, 10),
    ("anal_01_plain", 38, 38),
    ("task_02_full_chain", 60, 60),
]


@pytest.mark.skipif(not LOGS.is_dir(), reason="the genuine logs are not here")
@pytest.mark.parametrize(("name", "n_decisions", "n_agree"), GENUINE)
def test_genuine_logs_agree_but_for_ties(
    name: str, n_decisions: int, n_agree: int
) -> None:
    lines = (LOGS / f"{name}.log").read_text().splitlines()
    world = Snapshot.open(FOLDER / "panda" / name)
    found = compare_log([LogText(name, lines)], world, Options(profile="asrun"))
    assert (found.decisions, found.agree) == (n_decisions, n_agree)
    assert (found.lines_not_understood, found.n_lines) == (0, len(lines))
    ties = {row["detail"].partition(":")[0] for row in found.differences.to_pylist()}
    assert ties <= {"tie at the cut"}
