"""Stories in the shell of `brokersql sql`: those of `brokersql explain`."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import brokersql
from brokersql.cli.output import Choices
from brokersql.cli.source import deciding, open_source
from brokersql.cli.telling import Telling
from brokersql.cli.wording import Wording
from brokersql.cycle import Options
from brokersql.errors import BrokersqlError
from tests.cli.calling import explained

QUESTIONS = (
    ("47110182 no-changes", ["--task", "47110182", "--no-changes"]),
    (
        "47110182 CEVENNES_BACKLOG no-changes",
        ["--task", "47110182", "--queue", "CEVENNES_BACKLOG", "--no-changes"],
    ),
    (
        "queue PRAIRIE_GREEDY --no-changes",
        ["--queue", "PRAIRIE_GREEDY", "--no-changes"],
    ),
    (
        "criterion -lowmemory no-changes",
        ["--criterion=-lowmemory", "--no-changes"],
    ),
)


@pytest.fixture(scope="module")
def telling(run_folder: Path) -> Telling:
    return Telling(open_source(str(run_folder)), None, Options())


@pytest.fixture(scope="module")
def wording(run_folder: Path) -> Wording:
    return Wording(open_source(str(run_folder)))


@pytest.mark.parametrize(("line", "arguments"), QUESTIONS)
def test_stories_are_those_of_explain(
    line: str,
    arguments: list[str],
    telling: Telling,
    wording: Wording,
    run_folder: Path,
) -> None:
    question = wording.question(line, Choices())
    assert question is not None
    story, _, remark = telling.tell(question)
    assert remark == ""
    told = explained(run_folder, *arguments)
    assert told.code == 0, told.err
    assert told.out.splitlines() == str(story).splitlines()


def test_pilots_are_told_as_well(demo: Path, wording: Wording) -> None:
    question = wording.question("pilot lindenau-4", Choices())
    assert question is not None
    story, cycle, _ = Telling(open_source(str(demo)), None, Options()).tell(question)
    assert cycle.policy == "dirac"
    assert "pilot lindenau-4" in str(story)


def test_a_line_goes_before_the_settings_of_the_shell(
    demo: Path, wording: Wording
) -> None:
    telling = Telling(
        open_source(str(demo)),
        None,
        Options("asrun", {"MEMORY_COMPENSATION": "0.25"}, 5),
    )
    line = "47110182 no-changes set MEMORY_COMPENSATION=0.75 update "
    question = wording.question(f"{line}task:47110182.current_priority=990", Choices())
    assert question is not None
    story, cycle, _ = telling.tell(question)
    assert "0.75 × (" in str(story)
    assert "priority 990" in str(story)
    assert "(asrun)" in str(story)
    assert cycle.seed == 5


def test_an_unknown_task_is_asked_of_one_policy_only(demo: Path) -> None:
    snapshot = brokersql.Snapshot.open(str(demo))
    played: list[str] = []

    def play(policy: str, options: Options) -> brokersql.Cycle:
        played.append(policy)
        return brokersql.run(snapshot, policy, tasks=options.tasks)

    plans = [(policy, Options()) for policy in ("panda_analysis", "panda_job")]
    assert deciding(plans, 999, play).policy == "panda_analysis"
    assert played == ["panda_analysis"]
    assert deciding(plans, 47110182, play).policy == "panda_job"


def test_what_is_told_can_be_stopped(telling: Telling, wording: Wording) -> None:
    question = wording.question("47110182", Choices())
    assert question is not None
    ended: list[object] = []

    def tell() -> None:
        try:
            ended.append(telling.tell(question))
        except Exception as error:
            ended.append(error)

    worker = threading.Thread(target=tell, daemon=True)
    worker.start()
    time.sleep(0.2)
    telling.stop()
    again = wording.question("47110182 no-changes", Choices())
    assert again is not None
    story, _, _ = telling.tell(again)
    assert "task 47110182" in str(story)
    worker.join(60)
    assert len(ended) == 1


def test_what_a_line_says_of_the_look_counts_for_its_answer(wording: Wording) -> None:
    choices = Choices(limit=7)
    wording.question("-v 47110182 -f json", choices)
    wording.question("47110182 -v limit 3", choices)
    assert (choices.verbose, choices.format, choices.limit) == (2, "json", 3)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "what is to be explained?"),
        ("quee BNL", "did you mean queue"),
        ("47110182 CEVENNES_BACKLOG more", "more is no task, no option"),
        ("queue", "queue of what?"),
        ("'47110182", "no closing quotation"),
        ("user amoreau queue BNL", "--user goes alone"),
        ("47110182 pilot 4", "--pilot goes alone"),
        ("criterion -lowmemory fix", "--fix: a task, queue or pilot"),
        ("47110182 chunk many", "chunk"),
    ],
)
def test_lines_that_ask_nothing(line: str, message: str, wording: Wording) -> None:
    with pytest.raises(BrokersqlError) as caught:
        wording.question(line, Choices())
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("before", "word", "some"),
    [
        ("4711018", "4711018", {"47110182"}),
        ("que", "que", {"queue"}),
        ("--que", "--que", {"--queue"}),
        ("47110182 RHEINTAL_H", "RHEINTAL_H", {"RHEINTAL_HIMEM"}),
        ("queue RHEINTAL_H", "RHEINTAL_H", {"RHEINTAL_HIMEM"}),
        ("--queue=RHEINTAL_H", "RHEINTAL_H", {"RHEINTAL_HIMEM"}),
        ("47110182 RHEINTAL_HIMEM no-ch", "no-ch", {"no-changes"}),
        ("criterion low_mem", "low_mem", {"low_memory"}),
        ("pilot linden", "linden", {"lindenau-4"}),
        ("47110182 policy panda_t", "panda_t", {"panda_task", "panda_timeout"}),
    ],
)
def test_completion(before: str, word: str, some: set[str], wording: Wording) -> None:
    typed, found = wording.offers(before)
    assert typed == word
    assert some <= set(found)
    assert all(each.startswith(word) for each in found)


def test_help_is_told_and_asks_nothing(
    wording: Wording, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wording.question("help", Choices()) is None
    assert "--criterion" in capsys.readouterr().out
