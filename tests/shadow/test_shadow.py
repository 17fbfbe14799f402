"""The log of a broker beside what is decided here: agreement, causes, output."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from brokersql.cycle import Options, run_cycle
from brokersql.shadow import compare_log
from brokersql.shadow.compare import LogText
from brokersql.shadow.follow import GrowingLogs
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call
from tests.conformance.recorded import FOLDER

LOGS = FOLDER.parent / "data" / "logs"
TASK = 47110000


@cache
def chosen() -> tuple[tuple[str, float], ...]:
    """Return the queues and weights that the demo's task gets."""
    options = Options(profile="asrun", tasks=(TASK,))
    cycle = run_cycle(Snapshot.open(DEMO), "panda_job", options)
    rows = cycle.table("candidate").to_pylist()
    return tuple((row["queue_name"], row["weight"]) for row in rows)


@cache
def dropped() -> tuple[tuple[str, str], ...]:
    """Return queues without children that one check drops, with its criterion."""
    options = Options(profile="asrun", tasks=(TASK,))
    cycle = run_cycle(Snapshot.open(DEMO), "panda_job", options)
    rows = cycle.table("exclusion").to_pylist()
    return tuple(
        (row["queue_name"], row["criterion"])
        for row in rows
        if row["queue_name"] == row["unified_name"]
        and row["criterion"] not in ("-not_candidate", "-status")
    )


def log(
    *lines: str,
    uses: tuple[tuple[str, float], ...] | None = None,
    task: int = TASK,
    time: str = "",
    end: str = "done",
) -> list[str]:
    """Return the lines of one decision about the task, as the broker writes them."""
    head = f"{time} panda.log.AtlasProdJobBroker: " if time else ""
    texts = [
        "start currentPriority=900",
        "cloud=WORLD has 30 candidates",
        *lines,
        "20 candidates passed memory check",
        *(
            f"  use site={name} with weight={weight} nRun=1 nAct=0 nStart=0 nDef=0 "
            "criteria=+use"
            for name, weight in (chosen() if uses is None else uses)
        ),
        end,
    ]
    return [f"{head}INFO    <jediTaskID={task}> {text}" for text in texts if text]


def compared(*lines: str, **options: object) -> dict[str, object]:
    """Return the comparison of lines with the demo as JSON has it."""
    found = compare_log(
        [LogText("log", list(lines))], Snapshot.open(DEMO), Options(profile="asrun")
    )
    return found.document()


def causes(document: dict[str, object]) -> list[tuple[object, ...]]:
    rows = document["differences"]
    assert isinstance(rows, list)
    return [
        (row["queue_name"], row["theirs"], row["ours"], row["cause"]) for row in rows
    ]


def test_the_same_choice_agrees() -> None:
    assert chosen(), "the demo's task is assigned"
    queue, criterion = dropped()[0]
    found = compared(*log(f"  skip site={queue} for a reason criteria={criterion}"))
    counts = ("decisions", "agree", "differ", "lines_not_understood")
    assert [found[name] for name in counts] == [1, 1, 0, 0]
    assert found["differences"] == []


def test_each_difference_has_its_first_cause() -> None:
    (best, _), *rest = chosen()
    queue, criterion = dropped()[0]
    more = f"  skip site={best} due to memory shortage criteria=-lowmemory"
    unified = best.split("/")[0]
    found = compared(
        *log(
            more.replace(best, unified),
            "  skip site=NOWHERE due to status=offline criteria=-status",
            f"  skip site={queue} due to status=weird criteria=-status",
            uses=((queue, 1.0), *((name, value * 2) for name, value in rest[:1])),
        )
    )
    by_queue = {row[0]: row[1:] for row in causes(found)}
    assert by_queue[unified] == ("-lowmemory", "+use", "stage")
    assert by_queue["NOWHERE"] == ("-status", "keeps", "not in snapshot")
    assert by_queue[rest[0][0]] == ("+use", "+use", "weight")
    assert ("+use", criterion, "stage") in [row[1:] for row in causes(found)]
    assert (queue, "-status", criterion, "stale") in causes(found)
    assert found["differ"] == 1


def test_what_the_snapshot_does_not_hold_is_named() -> None:
    found = compared(*log(task=99), *log())
    assert causes(found) == [(None, "chosen", None, "not in snapshot")]
    assert (found["decisions"], found["agree"]) == (2, 1)


def test_no_choice_where_one_is_made_here() -> None:
    found = compared(*log(uses=(), end="no candidates"))
    assert {row[1] for row in causes(found)} == {"no line"}
    assert (found["differ"], found["decisions"]) == (1, 1)


def test_a_decision_without_an_end_is_not_compared() -> None:
    found = compared(*log(end=""), "a traceback that continues", "INFO other logger")
    assert (found["decisions"], found["not_decided"]) == (0, 1)


def test_times_bound_the_window_and_tell_what_is_stale() -> None:
    row = Snapshot.open(DEMO)
    moment = row.report.snapshot_time
    assert moment is not None
    inside = f"{moment:%Y-%m-%d %H:%M:%S},123"
    outside = inside.replace(f"{moment:%Y}", f"{moment.year - 1}")
    found = compared(*log(time=inside), *log(time=outside))
    assert (found["decisions"], found["agree"], found["outside"]) == (1, 1, 1)


def test_lines_in_an_unknown_form_are_counted_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "broker.log"
    odd = f"INFO    <jediTaskID={TASK}> jump over site=X criteria=-new"
    file.write_text("\n".join([*log(), odd]))
    done = call("shadow", file, DEMO, "--format", "json")
    assert (done.code, done.json["lines_not_understood"]) == (0, 1)
    assert "not understood:" in done.err
    assert f"{file}:" in done.json["unknown_lines"][0]


def test_the_command_ends_with_10_and_counts_for_prometheus(tmp_path: Path) -> None:
    file, counts = tmp_path / "broker.log", tmp_path / "counts.prom"
    file.write_text("\n".join(log(uses=chosen()[1:])))
    done = call("shadow", file, DEMO, "--prometheus", counts)
    assert done.code == 10
    assert done.lines[-1].startswith("1 decision compared, 0 agree, 1 differ")
    text = counts.read_text()
    assert "brokersql_shadow_differ 1\n" in text
    assert 'policy="panda_job",cause="cut"} 1' in text
    done = call(
        "shadow", file, DEMO, "--format", "csv", "--columns", "queue_name,cause"
    )
    assert done.lines == ["queue_name,cause", f"{chosen()[0][0]},cut"]


@pytest.mark.parametrize("words", [(), ("x.log",)])
def test_a_log_and_a_snapshot_are_needed(words: tuple[str, ...]) -> None:
    assert call("shadow", *words).code == 2


def test_a_text_that_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("nothing\n")
    done = call("shadow", tmp_path / "a.log", DEMO)
    assert (done.code, "no decision of a broker" in done.err) == (2, True)


def test_growing_logs_give_tasks_whose_decision_ended(tmp_path: Path) -> None:
    file = tmp_path / "broker.log"
    logs = GrowingLogs.of([file])
    assert list(logs.decided()) == []
    lines = log()
    file.write_text("\n".join(lines[:-1]))
    assert list(logs.decided()) == []
    with file.open("a") as more:
        more.write("\n" + lines[-1] + "\n" + log(task=5)[0])
    assert [(it.name, list(it.lines)) for it in logs.decided()] == [
        (f"task {TASK}", lines)
    ]
    file.unlink()  # a rotation
    file.write_text("\n".join(log(task=6)) + "\n")
    assert [it.name for it in logs.decided()] == ["task 6"]


def test_following_reports_each_decision_once(tmp_path: Path) -> None:
    file, counts = tmp_path / "broker.log", tmp_path / "counts.prom"
    file.write_text("\n".join(log()) + "\n")
    words = (
        "shadow",
        file,
        DEMO,
        "--follow",
        "--interval",
        "0.1",
        "--prometheus",
        counts,
    )
    running = subprocess.Popen(
        [sys.executable, "-m", "brokersql", *map(str, words)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stderr is not None
        first = running.stderr.readline()
        assert first == f"task {TASK} chunk 0 (chosen): agrees\n"
        assert running.stderr.readline().startswith("1 decision compared, 1 agree")
        with file.open("a") as more:
            more.write("\n".join(log(task=98)) + "\n")
        second = running.stderr.readline()
        assert second.startswith("task 98 chunk 0 (chosen): differs, not in snapshot")
        assert running.stderr.readline().startswith("2 decisions compared, 1 agree")
        for _ in range(100):
            if "brokersql_shadow_differ 1" in counts.read_text():
                break
            time.sleep(0.05)
        assert "brokersql_shadow_differ 1" in counts.read_text()
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
