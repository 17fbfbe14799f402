"""`brokersql explain`: the whole story of one decision."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
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
    parse_settings,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import Source, open_source, with_near_tasks
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import Cycle, Options
    from brokersql.explain import (
        ActionStory,
        CriterionStory,
        JobStory,
        PairStory,
        PilotStory,
        QueueStory,
        TaskStory,
        UserStory,
    )

    Story = (
        TaskStory | PairStory | QueueStory | CriterionStory | ActionStory | UserStory
    )

#: The policies that choose nuclei, and that throttle users.
_NUCLEI, _USERS = "panda_task", "panda_analysis"
_TABLE = "brokersql sql {} 'from exclusion'"
#: The policy that decides about pilots.
_MATCHING = "dirac"

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


@dataclass(frozen=True, slots=True)
class _Question:
    """What is to be explained: one side of the decisions, or a single one."""

    task: int | None
    queue: str | None
    criterion: str | None
    user: str | None
    chunk: int | None
    with_changes: bool

    @property
    def kind(self) -> str:
        """Return the kind of the answer.

        Raises:
            UsageError: nothing is asked, or two things that exclude each other.
        """
        alone = [("criterion", self.criterion), ("user", self.user)]
        for name, value in alone:
            if value is not None:
                others = [self.task, self.queue, *(it for _, it in alone)]
                if sum(each is not None for each in others) > 1:
                    hint = "--task and --queue tell their own"
                    raise UsageError(f"--{name} goes alone", hint=hint)
                return f"explain.{name}"
        if self.task is not None:
            return "explain.task" if self.queue is None else "explain.pair"
        if self.queue is None or self.chunk is not None:
            raise UsageError(
                "what is to be explained?",
                hint="--task ID, --queue Q, both, --criterion=-C or --user U",
            )
        return "explain.queue"

    def check_fixable(self) -> None:
        """Refuse to look for a change where only counts are told.

        Raises:
            UsageError: it is not about a task or a queue.
        """
        if self.kind not in ("explain.task", "explain.pair", "explain.queue"):
            raise UsageError("--fix needs a task or a queue", hint="--fix --task ID")

    def answer(self, cycle: Cycle) -> Story:
        """Return the story that was asked for."""
        from brokersql.explain import (
            N_ADVISED,
            N_MOVED,
            N_TRIED,
            tell_actions,
            tell_criterion,
            tell_pair,
            tell_queue,
            tell_task,
            tell_user,
        )

        if cycle.program.decides == "pilot":
            raise UsageError(
                f"{cycle.policy} decides about pilots, not about tasks",
                hint="--pilot ID or --job ID",
            )
        if cycle.program.shape == "unit":
            return tell_actions(cycle, self.task, self.queue, self.criterion)
        if self.user is not None:
            return tell_user(cycle, self.user)
        if self.criterion is not None:
            n_moved = N_MOVED if self.with_changes else 0
            return tell_criterion(cycle, self.criterion, n_moved=n_moved)
        if self.task is None:
            n_tried = N_TRIED if self.with_changes else 0
            return tell_queue(cycle, self.queue or "", n_tried=n_tried)
        if self.queue is None:
            n_advised = N_ADVISED if self.with_changes else 0
            return tell_task(cycle, self.task, self.chunk, n_advised=n_advised)
        pair = (self.task, self.queue, self.chunk)
        return tell_pair(cycle, *pair, is_advised=self.with_changes)


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
    """Tell why a task went where it went, or why it waits: every check and weight."""
    # 1. what was asked for
    from brokersql.cycle import Options

    output = Output(cast(Choices, context.obj))
    tasks = () if task is None else (task,)
    options = Options(profile, parse_settings(settings), seed, tasks)
    source = open_source(where, output.choices.usual).changed(update or ())
    if pilot is not None or job is not None:
        cycle, _ = source.cycle(policy or _MATCHING, options)
        tell_match(cycle, pilot, job, output)
        return
    where_to = _one_of(queue, nucleus)
    question = _Question(task, where_to, criterion, user, chunk, changes or fix)
    policy = policy or (_NUCLEI if nucleus else _USERS if user else None)
    if fix:
        question.check_fixable()
    as_json = output.nested(question.kind, _TABLE.format(shlex.quote(where)))
    # 2. the cycle, of one task alone where one is asked for
    cycle = _cycle(source, policy, question, options, output)
    # 3. its story
    story = question.answer(cycle)
    if fix:
        _tell_fix(story, cycle, output, as_json=as_json)
    elif as_json:
        output.document(story.document())
    else:
        _tell(where, question, story, output)


def _tell(where: str, question: _Question, story: Story, output: Output) -> None:
    """Print a story, and the command that digs deeper."""
    output.lines(story.lines(output.look))
    if parts := _next(where, question, story):
        output.news(f"next: brokersql {' '.join(map(shlex.quote, parts))}")


def tell_match(
    cycle: Cycle, pilot: str | None, job: int | None, output: Output
) -> None:
    """Print the story of a pilot, or of a job that waits."""
    from brokersql.explain import tell_job, tell_pilot

    story: PilotStory | JobStory
    if pilot is not None:
        story, kind = tell_pilot(cycle, pilot), "explain.pilot"
    else:
        story, kind = tell_job(cycle, job or 0), "explain.job"
    table = _TABLE.format(shlex.quote(cycle.snapshot.where))
    if output.nested(kind, table):
        output.document(story.document())
    else:
        output.lines(story.lines(output.look))


def _one_of(queue: str | None, nucleus: str | None) -> str | None:
    """Return the queue or the nucleus that is asked for.

    Raises:
        UsageError: both are.
    """
    if nucleus is not None and queue is not None:
        raise UsageError("--nucleus and --queue exclude each other", hint="name one")
    return queue or nucleus


def _tell_fix(story: Story, cycle: Cycle, output: Output, *, as_json: bool) -> None:
    """Print the change that helps, as options of `run`; nothing if there is none."""
    from brokersql.explain import fix_document

    advice = story.fix
    if as_json:
        output.document(fix_document(cycle, advice))
    elif advice is None:
        output.news("no change of one value per criterion is known to help")
    else:
        output.lines([shlex.join(advice.options)])


def _cycle(
    source: Source,
    policy: str | None,
    question: _Question,
    options: Options,
    output: Output,
) -> Cycle:
    """Return the cycle that is explained; tell what changed since a run."""
    if policy is None and question.criterion is not None:
        policy = source.ruled_by(question.criterion)
    task = options.tasks[0] if options.tasks else None
    try:
        cycle, remark = source.cycle(policy, options, task)
    except UsageError as error:
        raise with_near_tasks(source.snapshot(), options.tasks, error) from error
    if remark:
        output.warn(remark)
    return cycle


def _next(where: str, question: _Question, story: Story) -> list[str]:
    """Return the command that digs deeper; nothing where there is none."""
    if story.next_queue:
        parts = ["explain", where, "--queue", story.next_queue]
        if question.task is not None:
            parts += ["--task", str(question.task)]
        return parts
    return ["policy", "show", story.next_rule] if story.next_rule else []
