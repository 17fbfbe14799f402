"""Stories in the shell of `brokersql sql`: those of `brokersql explain`."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import brokersql
from brokersql.cli.inputs import first_deciding, open_input
from brokersql.cli.output import Choices
from brokersql.cli.shell_explain import ExplainParser, ShellExplainer
from brokersql.core.errors import BrokersqlError
from brokersql.cycle import Options
from tests.cli.calling import explained

QUESTIONS = (
    ("47110182", "--task 47110182"),
    ("47110182 CEVENNES_BACKLOG", "--task 47110182 --queue CEVENNES_BACKLOG"),
    ("queue PRAIRIE_GREEDY", "--queue PRAIRIE_GREEDY"),
    ("criterion -lowmemory", "--criterion=-lowmemory"),
)


@pytest.fixture(scope="module")
def explainer(run_folder: Path) -> ShellExplainer:
    return ShellExplainer(open_input(str(run_folder)), None, Options())


@pytest.fixture(scope="module")
def line_parser(run_folder: Path) -> ExplainParser:
    return ExplainParser(open_input(str(run_folder)))


@pytest.mark.parametrize(("line", "arguments"), QUESTIONS)
def test_stories_are_those_of_explain(
    line: str,
    arguments: str,
    explainer: ShellExplainer,
    line_parser: ExplainParser,
    run_folder: Path,
) -> None:
    question = line_parser.parse(f"{line} no-changes", Choices())
    assert question is not None
    story, _, remark = explainer.explain(question)
    assert remark == ""
    shown = explained(run_folder, *arguments.split(), "--no-changes")
    assert shown.code == 0, shown.err
    assert shown.out.splitlines() == str(story).splitlines()


def test_pilots_are_explained_as_well(demo: Path, line_parser: ExplainParser) -> None:
    question = line_parser.parse("pilot lindenau-4", Choices())
    assert question is not None
    explainer = ShellExplainer(open_input(str(demo)), None, Options())
    story, cycle, _ = explainer.explain(question)
    assert cycle.policy == "dirac"
    assert "pilot lindenau-4" in str(story)


def test_a_line_goes_before_the_settings_of_the_shell(
    demo: Path, line_parser: ExplainParser
) -> None:
    explainer = ShellExplainer(
        open_input(str(demo)),
        None,
        Options("asrun", {"MEMORY_COMPENSATION": "0.25"}, 5),
    )
    line = "47110182 no-changes set MEMORY_COMPENSATION=0.75 update "
    question = line_parser.parse(f"{line}task:47110182.current_priority=990", Choices())
    assert question is not None
    story, cycle, _ = explainer.explain(question)
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
    assert first_deciding(plans, 999, play).policy == "panda_analysis"
    assert played == ["panda_analysis"]
    assert first_deciding(plans, 47110182, play).policy == "panda_job"


def test_an_explanation_can_be_stopped(
    explainer: ShellExplainer, line_parser: ExplainParser
) -> None:
    question = line_parser.parse("47110182", Choices())
    assert question is not None
    ended: list[object] = []

    def tell() -> None:
        try:
            ended.append(explainer.explain(question))
        except Exception as error:
            ended.append(error)

    worker = threading.Thread(target=tell, daemon=True)
    worker.start()
    time.sleep(0.2)
    explainer.stop()
    again = line_parser.parse("47110182 no-changes", Choices())
    assert again is not None
    story, _, _ = explainer.explain(again)
    assert "task 47110182" in str(story)
    worker.join(60)
    assert len(ended) == 1


def test_what_a_line_says_of_the_look_counts_for_its_answer(
    line_parser: ExplainParser,
) -> None:
    choices = Choices(limit=7)
    line_parser.parse("-v 47110182 -f json", choices)
    line_parser.parse("47110182 -v limit 3", choices)
    assert (choices.verbose, choices.format, choices.limit) == (2, "json", 3)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "say what to explain"),
        ("quee BNL", "did you mean queue"),
        ("47110182 CEVENNES_BACKLOG more", "more is neither a task nor an option"),
        ("queue", "queue of what?"),
        ("'47110182", "no closing quotation"),
        ("user amoreau queue BNL", "--user goes alone"),
        ("47110182 pilot 4", "--pilot goes alone"),
        ("criterion -lowmemory fix", "--fix: a task, queue or pilot"),
        ("47110182 chunk many", "chunk"),
    ],
)
def test_lines_that_ask_nothing(
    line: str, message: str, line_parser: ExplainParser
) -> None:
    with pytest.raises(BrokersqlError) as caught:
        line_parser.parse(line, Choices())
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
def test_completion(
    before: str, word: str, some: set[str], line_parser: ExplainParser
) -> None:
    typed, found = line_parser.offers(before)
    assert typed == word
    assert some <= set(found)
    assert all(each.startswith(word) for each in found)


def test_help_is_printed_and_asks_nothing(
    line_parser: ExplainParser, capsys: pytest.CaptureFixture[str]
) -> None:
    assert line_parser.parse("help", Choices()) is None
    assert "--criterion" in capsys.readouterr().out
