"""Single tasks, each decided anew where the facts of all stand ready.

What a cycle knows of tasks, queues and links is made once, each at its own grain. A
task is then a few rows of it: only what follows from its verdict is made for it.
"""

from __future__ import annotations

from typing import Self

from brokersql.cycle.options import Options
from brokersql.cycle.pairs import PairStage
from brokersql.cycle.run import Cycle, run_cycle
from brokersql.cycle.stage import statement
from brokersql.cycle.steps import DECISION, Step, affected, waits_of
from brokersql.database import Database, Statement
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot

#: Whose rows hold the masks: all that reads it is made for each task.
_MASKS = "x_verdict"
#: Where jobs are placed, if the policy places them.
_PLACED = "placement"


#: A step, and its statements.
Repeated = tuple[Step, list[Statement]]


class Unjudged(PairStage):
    """All that a cycle makes, of no pair yet."""

    def fill_verdict(self) -> None:
        """Give no pair a verdict: that comes task by task."""


class TaskByTask:
    """A cycle that holds the decisions about one task, then those about another."""

    def __init__(self, cycle: Cycle) -> None:
        self._cycle = cycle
        self._steps: list[Repeated] = []
        self._waits: list[set[int]] = []
        if isinstance(cycle.stage, Unjudged):
            database = cycle.database
            database.run(statement("every_unit"))
            # planning is all the work there is: a thread for each connection
            database.use_threads(1)
            made = [each for each in cycle.stage.steps() if not _stays(each, cycle)]
            steps = affected(made, [_MASKS], DECISION)
            self._waits = waits_of(steps)
            self._steps = [
                (each, [] if each.is_view else database.script(each.again))
                for each in steps
            ]

    @classmethod
    def over(
        cls, snapshot: Snapshot, policy: str, options: Options | None = None
    ) -> Self:
        """Return a policy over a snapshot, ready for its tasks.

        Where decisions see each other, or are about single units, all are made here.

        Raises:
            UsageError: an unknown profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        loaded = load_policy(policy)
        if loaded.is_paired and loaded.decides == "task" and not loaded.in_turn:
            return cls(run_cycle(snapshot, policy, options, Unjudged))
        return cls(run_cycle(snapshot, policy, options))

    def decide(self, task: int) -> Cycle:
        """Return the cycle with the decisions about a task; no rows if there are none.

        It holds until the next task is decided.

        Raises:
            CycleError: a rule failed on the data.
        """
        stage = self._cycle.stage
        if self._steps:
            stage.database.run(statement("units_of_task"), (task,))
            stage.crew.run(self._steps, self._waits, self._repeat)
        return self._cycle

    def close(self) -> None:
        """Close the cycle's database."""
        self._cycle.stage.crew.close()
        self._cycle.database.close()

    def _repeat(self, connection: Database, repeated: Repeated) -> None:
        """Make anew what a step makes; views stand as they are."""
        step, parsed = repeated
        with self._cycle.stage.placing(step.name):
            for each in parsed:
                connection.rows(each, step.parameters)


def _stays(step: Step, cycle: Cycle) -> bool:
    """Tell whether a step makes a relation that has no row, whatever the task."""
    return _PLACED in step.written and not cycle.places_jobs
