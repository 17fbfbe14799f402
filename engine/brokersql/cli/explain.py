"""`brokersql explain`: the whole story of one decision."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli.options import Profile, Seed, Settings, parse_settings
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import open_source, with_near_tasks
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.explain import PairStory, TaskStory

_TABLE = "brokersql sql {} 'from exclusion'"


def explain(
    context: typer.Context,
    where: Annotated[
        str, typer.Argument(metavar="SNAPSHOT_OR_RUN", help="Folder or file.")
    ],
    task: Annotated[int, typer.Option("--task", help="The task to explain.")],
    queue: Annotated[
        str | None, typer.Option("--queue", help="The task at this queue.")
    ] = None,
    chunk: Annotated[
        int | None, typer.Option("--chunk", help="Default: the chunk that fares worst.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", help="Default: the one that decides it.")
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Tell why a task went where it went, or why it waits: every check and weight."""
    from brokersql.cycle import Options
    from brokersql.explain import tell_pair, tell_task

    # 1. what was asked for
    output = Output(cast(Choices, context.obj))
    kind = "explain.task" if queue is None else "explain.pair"
    as_json = output.nested(kind, _TABLE.format(shlex.quote(where)))
    options = Options(
        profile=profile,
        settings=parse_settings(settings),
        seed=seed,
        tasks=(task,),
        threads=1,
    )
    # 2. the cycle of this task alone
    source = open_source(where)
    try:
        cycle, remark = source.cycle(policy, options, task)
    except UsageError as error:
        raise with_near_tasks(source.snapshot(), [task], error) from error
    if remark:
        output.warn(remark)
    # 3. its story
    story = (
        tell_task(cycle, task, chunk)
        if queue is None
        else tell_pair(cycle, task, queue, chunk)
    )
    if as_json:
        output.document(story.document())
    else:
        output.lines(story.lines(output.look))
        _tell_next(where, task, story, output)


def _tell_next(
    where: str, task: int, story: TaskStory | PairStory, output: Output
) -> None:
    """Name the command that digs deeper."""
    if story.next_queue:
        parts = ["explain", where, "--task", str(task), "--queue", story.next_queue]
    elif story.next_rule:
        parts = ["policy", "show", story.next_rule]
    else:
        return
    output.news(f"next: brokersql {' '.join(map(shlex.quote, parts))}")
