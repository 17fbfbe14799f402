"""Stories in the shell of `brokersql sql`: what `brokersql explain` tells, at once.

They are made on this side of the sandbox. What a story rests on stays for the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from brokersql.cli.source import Source, deciding
from brokersql.errors import EngineError
from brokersql.recovery import retried

if TYPE_CHECKING:
    from brokersql.cli.question import Question, Story
    from brokersql.cycle import Cycle, Options

#: How many cycles stay; the oldest makes room for one more.
_MOST = 4
#: Decides a task, or has decided all.
_Decider = Callable[[int | None], "Cycle"]


@dataclass
class Telling:
    """Stories over one snapshot or run, under the settings of one shell."""

    source: Source
    policy: str | None
    options: Options
    _made: dict[str, _Decider] = field(default_factory=dict[str, _Decider])
    _told: Cycle | None = None

    def tell(self, question: Question) -> tuple[Story, Cycle, str]:
        """Return a story, its cycle, and in words what changed since the run.

        Raises:
            UsageError: there is nothing of this name.
            SnapshotError: the snapshot cannot be used, or is not that of the run.
            CycleError: a rule failed on the data.
        """
        source, task = self.source.changed(question.updates), question.task
        own = question.options
        options = replace(
            own,
            profile=own.profile or self.options.profile,
            settings={**self.options.settings, **own.settings},
            seed=self.options.seed if own.seed is None else own.seed,
            tasks=(),
        )

        return retried(lambda: self._told_once(source, question, options, task))

    def _told_once(
        self, source: Source, question: Question, options: Options, task: int | None
    ) -> tuple[Story, Cycle, str]:
        def play(policy: str, fitting: Options) -> Cycle:
            self._told = self._decided(source, policy, fitting, task)
            return self._told

        plans = source.plans(question.ruling(source, self.policy), options, task)
        try:
            cycle = deciding(plans, task, play)
            return question.answer(cycle), cycle, source.changed_since(cycle)
        except EngineError:
            self._made.clear()
            if self._told is not None:
                self._told.database.close()
            self._told = None
            raise

    def stop(self) -> None:
        """Stop what is told, and forget what it rests on."""
        self._made.clear()
        if self._told is not None:
            self._told.database.interrupt()

    def _decided(
        self, source: Source, policy: str, options: Options, task: int | None
    ) -> Cycle:
        """Return the cycle of a policy, that of one task decided now."""
        key = repr((policy, options, source.updates, task is None))
        if key not in self._made:
            while len(self._made) >= _MOST:
                del self._made[next(iter(self._made))]
            self._made[key] = _decider(source, policy, options, is_whole=task is None)
        return self._made[key](task)


def _decider(
    source: Source, policy: str, options: Options, *, is_whole: bool
) -> _Decider:
    from brokersql.cycle import TaskByTask, run_cycle

    if is_whole:
        cycle = run_cycle(source.snapshot(), policy, options)
        return lambda _: cycle
    tasks = TaskByTask.over(source.snapshot(), policy, options)
    return lambda task: tasks.decide(task or 0)
