"""What `explain` is asked, on the command line or in the shell of `sql`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from brokersql.cli.options import parse_settings
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cli.output import Output
    from brokersql.cli.source import Source
    from brokersql.cycle import Cycle, Options
    from brokersql.explain import Story

#: The policies that choose nuclei, that throttle users, that decide about pilots.
_NUCLEI, _USERS, _MATCHING = "panda_task", "panda_analysis", "dirac"
_FIXABLE = ("explain.task", "explain.pair", "explain.queue", "explain.pilot")
#: Options that say which rules and values count, not what is asked.
_SETTINGS = {
    "policy": "--policy",
    "profile": "--profile",
    "settings": "--set",
    "update": "--update",
    "seed": "--seed",
}
#: Those that may be repeated.
_MANY = ("settings", "update")


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be explained: one side of the decisions, or a single one.

    `settings` are the options that say which rules and values count, as words.
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
    def of(cls, given: Mapping[str, object], *, verbose: bool = False) -> Question:
        """Return the question of parameters of `explain`; `verbose` asks for more.

        Raises:
            UsageError: nothing is asked, two things that exclude each other, a setting
                without a value, or a change where only counts are told.
        """
        from brokersql.cycle import Options

        nucleus = cast("str | None", given["nucleus"])
        user, pilot = (cast("str | None", given[name]) for name in ("user", "pilot"))
        task, job = (cast("int | None", given[name]) for name in ("task", "job"))
        known = _NUCLEI if nucleus else None if user is None else _USERS
        if pilot is not None or job is not None:
            known = _MATCHING
        options = Options(
            cast("str | None", given["profile"]),
            parse_settings(cast("Sequence[str] | None", given["settings"])),
            cast("int | None", given["seed"]),
            () if task is None else (task,),
        )
        question = cls(
            task,
            _one_of(cast("str | None", given["queue"]), nucleus),
            cast("str | None", given["criterion"]),
            user,
            pilot,
            job,
            cast("int | None", given["chunk"]),
            cast("str | None", given["policy"]) or known,
            options,
            tuple(cast("Sequence[str] | None", given["update"]) or ()),
            tuple(_settings(given)),
            bool(given["changes"]) or bool(given["fix"]),
            bool(given["fix"]),
            verbose,
        )
        if question.kind not in _FIXABLE and question.is_fix:
            raise UsageError("--fix: a task, queue or pilot", hint="--fix --task ID")
        return question

    @property
    def kind(self) -> str:
        """Return the kind of the answer.

        Raises:
            UsageError: nothing is asked, or two things that exclude each other.
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
                hint = "--task and --queue tell their own"
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

    def fitting(self, source: Source, usual: str | None = None) -> list[str]:
        """Return the policies that can answer: the first does, `usual` unless named.

        It is empty where the source has to find the one that decided the task.
        """
        if policy := self.policy or usual:
            return [policy]
        if self.criterion is not None:
            return source.ruled_by(self.criterion) or source.choosing_queues()[:1]
        is_queue = self.task is None and self.queue is not None
        return source.choosing_queues() if is_queue else []

    def ruling(self, source: Source, usual: str | None = None) -> str | None:
        """Return the policy that is asked, None if the source has to find it."""
        return next(iter(self.fitting(source, usual)), None)

    def is_json(self, where: str, output: Output) -> bool:
        """Tell whether the answer is wanted as JSON; refuse flat formats."""
        return output.nested(self.kind, table_of(where))

    def answer(self, cycle: Cycle) -> Story:
        """Return the story that was asked for."""
        from brokersql import explain as room

        return room.tell(
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

    def deeper(self, story: Story, cycle: Cycle) -> list[str]:
        """Return the words that dig deeper: of `explain` or `policy`; none if none."""
        if story.next_queue:
            task = [] if self.task is None else ["--task", str(self.task)]
            option = f"--{cycle.program.chooses}"
            return ["explain", *task, option, story.next_queue, *self.settings]
        return ["policy", "show", story.next_rule] if story.next_rule else []


def table_of(where: str) -> str:
    """Return the command that gives rows where a story is no table."""
    return f"brokersql sql {shlex.quote(where)} 'from exclusion'"


def tell(
    question: Question, story: Story, cycle: Cycle, output: Output, *, as_json: bool
) -> None:
    """Print a story; of one that is asked for a change that helps, only the change."""
    if question.is_fix:
        _tell_fix(story, cycle, output, as_json=as_json)
    elif as_json:
        output.document(story.document())
    else:
        output.lines(story.lines(output.look))


def _tell_fix(story: Story, cycle: Cycle, output: Output, *, as_json: bool) -> None:
    """Print the change that helps, as options of `run`; nothing if there is none."""
    from brokersql.explain import fix_document

    advice = story.fix
    if as_json:
        output.document(fix_document(cycle, advice))
    elif advice is None:
        output.news("no change of one value per criterion is known to help")
    else:
        output.lines([shlex.join(advice.options)], whole=True)
        if advice.remark:
            output.news(advice.remark)


def _one_of(queue: str | None, nucleus: str | None) -> str | None:
    """Return the queue or the nucleus that is asked for.

    Raises:
        UsageError: both are.
    """
    if nucleus is not None and queue is not None:
        raise UsageError("--nucleus and --queue exclude each other", hint="name one")
    return queue or nucleus


def _settings(given: Mapping[str, object]) -> list[str]:
    """Return as words what was said of rules and values."""
    words: list[str] = []
    for name, option in _SETTINGS.items():
        value = given[name]
        several = cast("Sequence[object]", value) if name in _MANY else [value]
        for each in several or ():
            words += [option, str(each)] if each is not None else []
    return words
