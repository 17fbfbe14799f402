"""`brokersql explain`: the whole story of one decision."""

from __future__ import annotations

import shlex
import time
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import (
    Criterion,
    Policy,
    Profile,
    Queue,
    Seed,
    Settings,
    SnapshotOrRun,
    Task,
    Updates,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.question import Question, tell
from brokersql.cli.source import Source, open_source, with_near_tasks
from brokersql.cli.written import phases
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import Cycle
    from brokersql.explain import Story

_Chunk = Annotated[
    int | None, typer.Option("--chunk", help="Default: the chunk that fares worst.")
]
_Nucleus = Annotated[
    str | None,
    typer.Option(
        "--nucleus",
        autocompletion=completion.nuclei,
        help="As --queue, where nuclei are chosen.",
    ),
]
_User = Annotated[
    str | None,
    typer.Option(
        "--user",
        autocompletion=completion.users,
        help="What throttles the analysis tasks of a user.",
    ),
]
_Pilot = Annotated[
    str | None,
    typer.Option(
        "--pilot",
        autocompletion=completion.pilots,
        help="DIRAC: why it gets what, or nothing.",
    ),
]
_Job = Annotated[
    int | None,
    typer.Option(
        "--job", autocompletion=completion.jobs, help="DIRAC: why the job waits."
    ),
]
_Changes = Annotated[
    bool, typer.Option(help="Look for the values that would admit what is rejected.")
]
_Fix = Annotated[
    bool, typer.Option("--fix", help="Only the change that helps, as options of run.")
]


def explain(
    context: typer.Context,
    where: SnapshotOrRun,
    task: Task = None,
    queue: Queue = None,
    criterion: Criterion = None,
    nucleus: _Nucleus = None,
    user: _User = None,
    chunk: _Chunk = None,
    policy: Policy = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    seed: Seed = None,
    pilot: _Pilot = None,
    job: _Job = None,
    changes: _Changes = True,
    fix: _Fix = False,
) -> None:
    """Tell why a task went where it went, or why it waits: every check and weight.

    With --verbose a task at a queue tells as well what it passes, and how narrowly.
    """
    output = Output(cast(Choices, context.obj))
    question = Question.of(context.params, verbose=output.choices.verbose > 0)
    as_json = question.is_json(where, output)
    source = open_source(where, output.choices.usual).changed(question.updates)
    cycle = _cycle(source, question, output)
    story = _told(question, cycle, output, as_json=as_json)
    others = ", ".join(question.fitting(source)[1:])
    if others:
        output.news(f"told of {cycle.policy}; for others name --policy: {others}")
    parts = question.deeper(story, cycle)
    if parts and not (as_json or question.is_fix):
        place = [where] if parts[0] == "explain" else []
        words = [parts[0], *place, *parts[1:]]
        output.news(f"next: brokersql {' '.join(map(shlex.quote, words))}")


def _told(question: Question, cycle: Cycle, output: Output, *, as_json: bool) -> Story:
    """Print the story and return it; with -vv tell how long everything took."""
    start = time.perf_counter()
    story = question.answer(cycle)
    tell(question, story, cycle, output, as_json=as_json)
    if output.choices.verbose > 1:
        tell_s = time.perf_counter() - start
        output.news(phases({**cycle.clock.seconds, "tell": tell_s}))
    return story


def _cycle(source: Source, question: Question, output: Output) -> Cycle:
    """Return the cycle that is explained; tell what changed since a run."""
    policy = question.ruling(source)
    try:
        cycle, remark = source.cycle(policy, question.options, question.task)
    except UsageError as error:
        tasks = question.options.tasks
        raise with_near_tasks(source.snapshot(), tasks, error, source.where) from error
    if remark:
        output.warn(remark)
    return cycle
