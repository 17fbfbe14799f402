"""`brokersql explain`: why one task, queue, rule, user, pilot or job fares as it does.

`ExplainRequest` is what is to be explained; the shell of `brokersql sql` makes it too.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

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
    argument,
    option,
    parse_settings,
)
from brokersql.cli.output import Output, format_timings, output_of
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import FinishedCycle, Options
    from brokersql.explain.context import Story


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


#: What is explained: parameters of the command and of `explain_subject`.
_SUBJECT = ("task", "queue", "chunk", "criterion", "user", "pilot", "job")
#: Those that go alone, the first that is given decides.
_ALONE = ("pilot", "job", "criterion", "user")


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """What is to be explained: a unit, a partner, or the pair of both.

    `subject` is what is named, by the parameters of `explain_subject`; `settings` are
    the options that choose rules and values, as command-line words.
    """

    subject: Mapping[str, Any]
    policy: str | None
    options: Options
    updates: tuple[str, ...]
    settings: tuple[str, ...]
    with_changes: bool
    is_fix: bool
    with_passing: bool

    @classmethod
    def of(cls, given: Mapping[str, Any], *, verbose: bool = False) -> ExplainRequest:
        """Return the request of parameters of `explain`; `verbose` asks for more.

        Raises:
            UsageError: there is no subject, there are two that exclude each other, a
                setting has no value, or --fix goes with a subject that has none.
        """
        from brokersql.cycle import Options

        subject = {name: given[name] for name in _SUBJECT}
        nucleus, task, policy = given["nucleus"], given["task"], given["policy"]
        if nucleus is not None and subject["queue"] is not None:
            text = "--nucleus and --queue exclude each other"
            raise UsageError(text, hint="name one")
        subject["queue"] = subject["queue"] or nucleus
        request = cls(
            subject,
            _shipped_policy(given) if policy is None else policy,
            Options(
                given["profile"],
                parse_settings(given["settings"]),
                given["seed"],
                () if task is None else (task,),
            ),
            tuple(given["update"] or ()),
            tuple(_settings(given)),
            given["changes"] or given["fix"],
            given["fix"],
            verbose,
        )
        if request.kind not in _FIXABLE and request.is_fix:
            raise UsageError("--fix: a task, queue or pilot", hint="--fix --task ID")
        return request

    @property
    def task(self) -> int | None:
        """Return the task that is asked about, None without one."""
        return self.subject["task"]

    @property
    def kind(self) -> str:
        """Return the kind of the answer.

        Raises:
            UsageError: there is no subject, or two that exclude each other.
        """
        named = [name for name in _SUBJECT if self.subject[name] is not None]
        alone = [name for name in _ALONE if name in named]
        if alone:
            if len(alone) > 1 or "task" in named or "queue" in named:
                hint = "--task and --queue have answers of their own"
                raise UsageError(f"--{alone[0]} goes alone", hint=hint)
            return f"explain.{alone[0]}"
        if "task" in named:
            return "explain.pair" if "queue" in named else "explain.task"
        if named != ["queue"]:
            raise UsageError(
                "say what to explain: --task, --queue, --criterion, --user, --nucleus, "
                "--pilot, --job, or its name alone",
                hint="brokersql explain RUN 47110182",
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
        if (criterion := self.subject["criterion"]) is not None:
            return source.ruled_by(criterion) or source.choosing_queues()[:1]
        return source.choosing_queues() if self.kind == "explain.queue" else []

    def policy_for(self, source: OpenedInput, default: str | None = None) -> str | None:
        """Return the policy that answers, None if the input has to find it."""
        return next(iter(self.policies_for(source, default)), None)

    def is_json(self, where: str, output: Output) -> bool:
        """Return whether the answer is wanted as JSON; refuse flat formats."""
        return output.is_json(self.kind, rows_command(where))

    def answer(self, cycle: FinishedCycle) -> Story:
        """Return the explanation."""
        from brokersql.explain import explain_subject

        return explain_subject(
            cycle,
            **self.subject,
            changes=self.with_changes,
            passing=self.with_passing,
        )

    def next_command(self, story: Story, cycle: FinishedCycle) -> list[str]:
        """Return the words of the command that shows more; none if there is none."""
        if story.next_criterion:
            named = [] if "--policy" in self.settings else ["--policy", cycle.policy]
            criterion = f"--criterion={story.next_criterion}"
            return ["explain", criterion, *named, *self.settings]
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
    """Print the command with the change that helps; nothing if there is none."""
    from brokersql.explain.context import fix_command, fix_document

    fix, other = story.fix, story.policy_fix
    if as_json:
        output.document(fix_document(cycle, story))
        return
    if fix is None:
        output.notice("no change of one value per criterion is known to help")
    else:
        output.lines([fix_command(cycle, fix)], whole=True)
        whose = " and ".join(fix.owners)
        output.notice("; ".join(filter(None, (f"of the {whose}", fix.spread))))
        if fix.remark:
            output.notice(fix.remark)
    if other is not None:
        option = shlex.join(other.options)
        spread = f": {other.spread}" if other.spread else ""
        also = "" if fix is None else "also "
        text = f"would {also}help, but is set for every task{spread}"
        output.notice(f"{option} {text}; not recommended")


def _named(source: OpenedInput, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters with what a bare name stands for, and whose job it is.

    Raises:
        UsageError: nothing is called so, or a subject is named besides.
    """
    from brokersql.explain.subject import job_policy, subject_of

    given = dict(params)
    if (name := given.get("thing")) is not None:
        found = subject_of(source.snapshot(), name, source.policies())
        kind = next(iter(found))
        # a task at a queue has an answer of its own
        pairs = {"task": {"queue", "nucleus"}, "queue": {"task"}, "nucleus": {"task"}}
        named = {it for it in (*_SUBJECT, "nucleus") if given[it] not in (None, ())}
        if named - {"chunk"} - pairs.get(kind, set()):
            raise UsageError(f"{name} is a {kind}: name one thing", hint="see --help")
        given |= found
    if given["job"] is not None and given["policy"] is None:
        given["policy"] = job_policy(source.snapshot(), given["job"])
    return given


def _settings(given: Mapping[str, Any]) -> list[str]:
    """Return the options that choose rules and values, as command-line words."""
    words: list[str] = []
    for name, flag in _SETTINGS.items():
        for each in given[name] or () if name in _REPEATABLE else [given[name]]:
            words += [flag, str(each)] if each is not None else []
    return words


def _shipped_policy(given: Mapping[str, Any]) -> str | None:
    """Return the first shipped policy that has such a subject; None if all may."""
    from brokersql.policy import load_policy, shipped_policies

    policies = map(load_policy, shipped_policies())
    if given["pilot"] is not None or given["job"] is not None:
        fitting = (it.name for it in policies if it.decides == "pilot")
    elif given["nucleus"]:
        fitting = (it.name for it in policies if it.chooses == "nucleus")
    elif given["user"] is not None:
        fitting = (
            policy.name
            for policy in policies
            if any(fact.stem == "analysis_task" for fact in policy.facts)
        )
    else:
        return None
    return next(fitting, None)


_Chunk = Annotated[
    int | None, option("--chunk", "Default: the chunk that fares worst.")
]
_Nucleus = Annotated[
    str | None,
    option("--nucleus", "As --queue, where nuclei are chosen.", completion.nuclei),
]
_User = Annotated[
    str | None,
    option("--user", "What throttles the analysis tasks of a user.", completion.users),
]
_Pilot = Annotated[
    str | None,
    option("--pilot", "DIRAC: why it gets what, or nothing.", completion.pilots),
]
_Job = Annotated[
    int | None,
    option(
        "--job", "DIRAC: why the job waits; PanDA: what is done to it.", completion.jobs
    ),
]
_Thing = Annotated[
    str | None,
    argument(
        "[NAME]",
        "A task, job, queue, site, criterion, user or pilot, by its name alone.",
    ),
]
_Changes = Annotated[
    bool, typer.Option(help="Look for the values that would admit what is rejected.")
]
_Fix = Annotated[
    bool, option("--fix", "Only the change that helps, as a command to paste.")
]


def explain(
    context: typer.Context,
    where: SnapshotOrRun,
    thing: _Thing = None,
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
    source = open_input(where, output.choices.config).changed(update or ())
    given = _named(source, context.params)
    request = ExplainRequest.of(given, verbose=output.choices.verbose > 0)
    as_json = request.is_json(where, output)
    cycle = _cycle(source, request, output)
    story = _print_timed(request, cycle, output, as_json=as_json)
    others = ", ".join(request.policies_for(source)[1:])
    if others:
        output.notice(f"shown for {cycle.policy}; add --policy {others} for more")
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
