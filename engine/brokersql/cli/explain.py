"""`brokersql explain`: why one task, queue, rule, user, pilot or job fares as it does.

`ExplainRequest` is what is to be explained; the shell of `brokersql sql` makes it too.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import OpenedInput, open_input, suggest_tasks
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
from brokersql.cli.output import Output, format_timings, output_of
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import FinishedCycle, Options
    from brokersql.explain import Story
    from brokersql.policy import Policy as LoadedPolicy


#: Answers that --fix can give.
_FIXABLE = ("explain.task", "explain.pair", "explain.queue", "explain.pilot")
#: Options that choose rules and values, not the subject of the explanation.
_SETTINGS = {
    "policy": "--policy",
    "profile": "--profile",
    "settings": "--set",
    "update": "--update",
    "seed": "--seed",
}
_REPEATABLE = ("settings", "update")


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """What is to be explained: a unit, a partner, or the pair of both.

    `settings` are the options that choose rules and values, as command-line words.
    """

    task: int | None
    queue: str | None
    criterion: str | None
    user: str | None
    pilot: str | None
    job: int | None
    chunk: int | None
    policy: str | None
    options: Options
    updates: tuple[str, ...]
    settings: tuple[str, ...]
    with_changes: bool
    is_fix: bool
    with_passing: bool

    @classmethod
    def of(
        cls, given: Mapping[str, object], *, verbose: bool = False
    ) -> ExplainRequest:
        """Return the request of parameters of `explain`; `verbose` asks for more.

        Raises:
            UsageError: there is no subject, there are two that exclude each other, a
                setting has no value, or --fix goes with a subject that has none.
        """
        from brokersql.cycle import Options

        nucleus = cast("str | None", given["nucleus"])
        user, pilot = (cast("str | None", given[name]) for name in ("user", "pilot"))
        task, job = (cast("int | None", given[name]) for name in ("task", "job"))
        policy = cast("str | None", given["policy"])
        if policy is None and (pilot is not None or job is not None):
            policy = _shipped_policy(lambda each: each.decides == "pilot")
        elif policy is None and nucleus:
            policy = _shipped_policy(lambda each: each.chooses == "nucleus")
        elif policy is None and user is not None:
            policy = _shipped_policy(_throttles_users)
        options = Options(
            cast("str | None", given["profile"]),
            parse_settings(cast("Sequence[str] | None", given["settings"])),
            cast("int | None", given["seed"]),
            () if task is None else (task,),
        )
        request = cls(
            task,
            _queue_or_nucleus(cast("str | None", given["queue"]), nucleus),
            cast("str | None", given["criterion"]),
            user,
            pilot,
            job,
            cast("int | None", given["chunk"]),
            policy,
            options,
            tuple(cast("Sequence[str] | None", given["update"]) or ()),
            tuple(_settings(given)),
            bool(given["changes"]) or bool(given["fix"]),
            bool(given["fix"]),
            verbose,
        )
        if request.kind not in _FIXABLE and request.is_fix:
            raise UsageError("--fix: a task, queue or pilot", hint="--fix --task ID")
        return request

    @property
    def kind(self) -> str:
        """Return the kind of the answer.

        Raises:
            UsageError: there is no subject, or two that exclude each other.
        """
        alone = {
            "pilot": self.pilot,
            "job": self.job,
            "criterion": self.criterion,
            "user": self.user,
        }
        asked = [name for name, value in alone.items() if value is not None]
        if asked:
            if len(asked) > 1 or self.task is not None or self.queue is not None:
                hint = "--task and --queue have answers of their own"
                raise UsageError(f"--{asked[0]} goes alone", hint=hint)
            return f"explain.{asked[0]}"
        if self.task is not None:
            return "explain.task" if self.queue is None else "explain.pair"
        if self.queue is None or self.chunk is not None:
            raise UsageError(
                "what is to be explained?",
                hint="--task ID, --queue Q, both, --criterion=-C or --user U",
            )
        return "explain.queue"

    def policies_for(
        self, source: OpenedInput, default: str | None = None
    ) -> list[str]:
        """Return the policies that can answer, best first; `default` if none is named.

        The list is empty where the input has to find the one that decided the task.
        """
        if policy := self.policy or default:
            return [policy]
        if self.criterion is not None:
            return source.ruled_by(self.criterion) or source.choosing_queues()[:1]
        is_queue = self.task is None and self.queue is not None
        return source.choosing_queues() if is_queue else []

    def policy_for(self, source: OpenedInput, default: str | None = None) -> str | None:
        """Return the policy that answers, None if the input has to find it."""
        return next(iter(self.policies_for(source, default)), None)

    def is_json(self, where: str, output: Output) -> bool:
        """Return whether the answer is wanted as JSON; refuse flat formats."""
        return output.is_json(self.kind, rows_command(where))

    def answer(self, cycle: FinishedCycle) -> Story:
        """Return the explanation."""
        from brokersql.explain import explain_subject as explain_decision

        return explain_decision(
            cycle,
            self.task,
            self.queue,
            chunk=self.chunk,
            criterion=self.criterion,
            user=self.user,
            pilot=self.pilot,
            job=self.job,
            changes=self.with_changes,
            passing=self.with_passing,
        )

    def next_command(self, story: Story, cycle: FinishedCycle) -> list[str]:
        """Return the words of the command that shows more; none if there is none."""
        if story.next_queue:
            task = [] if self.task is None else ["--task", str(self.task)]
            option = f"--{cycle.program.chooses}"
            return ["explain", *task, option, story.next_queue, *self.settings]
        return ["policy", "show", story.next_rule] if story.next_rule else []


def rows_command(where: str) -> str:
    """Return the command that gives rows where a story is no table."""
    return f"brokersql sql {shlex.quote(where)} 'from exclusion'"


def print_story(
    request: ExplainRequest,
    story: Story,
    cycle: FinishedCycle,
    output: Output,
    *,
    as_json: bool,
) -> None:
    """Print a story; with --fix only the change that helps."""
    if request.is_fix:
        _print_fix(story, cycle, output, as_json=as_json)
    elif as_json:
        output.document(story.document())
    else:
        output.lines(story.lines(output.look))


def _print_fix(
    story: Story, cycle: FinishedCycle, output: Output, *, as_json: bool
) -> None:
    """Print the change that helps, as options of `run`; nothing if there is none."""
    from brokersql.explain import fix_document

    advice = story.fix
    if as_json:
        output.document(fix_document(cycle, advice))
    elif advice is None:
        output.notice("no change of one value per criterion is known to help")
    else:
        output.lines([shlex.join(advice.options)], whole=True)
        if advice.remark:
            output.notice(advice.remark)


def _queue_or_nucleus(queue: str | None, nucleus: str | None) -> str | None:
    """Return whichever is given.

    Raises:
        UsageError: both are.
    """
    if nucleus is not None and queue is not None:
        raise UsageError("--nucleus and --queue exclude each other", hint="name one")
    return queue or nucleus


def _settings(given: Mapping[str, object]) -> list[str]:
    """Return the options that choose rules and values, as command-line words."""
    words: list[str] = []
    for name, option in _SETTINGS.items():
        value = given[name]
        several = cast("Sequence[object]", value) if name in _REPEATABLE else [value]
        for each in several or ():
            words += [option, str(each)] if each is not None else []
    return words


def _shipped_policy(fits: Callable[[LoadedPolicy], bool]) -> str | None:
    """Return the first shipped policy that fits."""
    from brokersql.policy import load_policy, shipped_policies

    names = shipped_policies()
    return next((name for name in names if fits(load_policy(name))), None)


def _throttles_users(policy: LoadedPolicy) -> bool:
    return any(fact.stem == "analysis_task" for fact in policy.facts)


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
    """Explain why a task went where it went, or why it waits: every check and weight.

    With --verbose a task at a queue also shows what it passes, and how narrowly.
    """
    output = output_of(context)
    request = ExplainRequest.of(context.params, verbose=output.choices.verbose > 0)
    as_json = request.is_json(where, output)
    source = open_input(where, output.choices.config).changed(request.updates)
    cycle = _cycle(source, request, output)
    story = _print_timed(request, cycle, output, as_json=as_json)
    others = ", ".join(request.policies_for(source)[1:])
    if others:
        output.notice(f"explained by {cycle.policy}; others with --policy: {others}")
    parts = request.next_command(story, cycle)
    if parts and not (as_json or request.is_fix):
        place = [where] if parts[0] == "explain" else []
        words = [parts[0], *place, *parts[1:]]
        output.notice(f"next: brokersql {' '.join(map(shlex.quote, words))}")


def _print_timed(
    request: ExplainRequest, cycle: FinishedCycle, output: Output, *, as_json: bool
) -> Story:
    """Print the story and return it; with -vv print the time of each phase."""
    start = time.perf_counter()
    story = request.answer(cycle)
    print_story(request, story, cycle, output, as_json=as_json)
    if output.choices.verbose > 1:
        spent = time.perf_counter() - start
        output.notice(format_timings({**cycle.clock.seconds, "explain": spent}))
    return story


def _cycle(
    source: OpenedInput, request: ExplainRequest, output: Output
) -> FinishedCycle:
    """Return the cycle that is explained; warn of what changed since its run."""
    policy = request.policy_for(source)
    try:
        cycle, remark = source.cycle(policy, request.options, request.task)
    except UsageError as error:
        tasks = request.options.tasks
        raise suggest_tasks(source.snapshot(), tasks, error, source.where) from error
    if remark:
        output.warn(remark)
    return cycle
