"""Decides single tasks on facts that are made once for all tasks.

The facts about tasks, queues and links are made once, each at its own grain. A task is
then a few rows of them: only what follows from its verdict is made again for it.
"""

from __future__ import annotations

from typing import Self

from brokersql.compiler import Statement
from brokersql.core.database import Database, ParsedStatement
from brokersql.core.sql_files import result_sql
from brokersql.cycle.plan import DECISION, Options, affected_steps, dependencies_of
from brokersql.cycle.run import FinishedCycle, run_cycle
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot

#: The table of masks: all that reads it is made for each task.
_MASKS = "x_verdict"
#: The batches of jobs and the tables of them, if the policy places jobs.
_PLACED = frozenset({"batch", "x_placement", "placement"})


#: A step, and its parsed statements.
_Prepared = tuple[Statement, list[ParsedStatement]]


class PerTaskCycle:
    """A cycle that is decided for one task at a time."""

    def __init__(self, cycle: FinishedCycle) -> None:
        self._cycle = cycle
        self._steps: list[_Prepared] = []
        self._waits: list[set[int]] = []
        if not cycle.stage.has_verdicts:
            database = cycle.database
            database.run(result_sql("every_unit"))
            # planning is all the work there is: a thread for each connection
            database.use_threads(1)
            program = cycle.program
            # a relation without rows stays so, whatever the task
            empty = set[str]() if cycle.places_jobs else _PLACED
            made = [each for each in program.statements if not empty & each.writes]
            steps = affected_steps(made, [_MASKS], DECISION)
            self._waits = dependencies_of(steps)
            self._steps = [
                (each, [] if each.is_view else database.script(each.again.sql))
                for each in steps
            ]

    @classmethod
    def over(
        cls, snapshot: Snapshot, policy: str, options: Options | None = None
    ) -> Self:
        """Return a policy over a snapshot, ready for its tasks.

        Where decisions depend on each other, or are about single units, all are made
        here.

        Raises:
            UsageError: an unknown profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        loaded = load_policy(policy)
        is_about_tasks = loaded.is_paired and loaded.decides == "task"
        per_task = is_about_tasks and not loaded.is_sequential
        return cls(
            run_cycle(snapshot, policy, options, per_task=per_task, is_kept=True)
        )

    def decide(self, task: int) -> FinishedCycle:
        """Return the cycle with the decisions about a task; no rows if there are none.

        It holds until the next task is decided.

        Raises:
            CycleError: a rule failed on the data.
        """
        stage = self._cycle.stage
        if self._steps:
            alone = {"first_task": task, "next_task": task + 1}
            stage.database.run(result_sql("units_of_tasks", **alone))
            stage.pool.run(self._steps, self._waits, self._repeat)
        return self._cycle

    def close(self) -> None:
        """Close the cycle's database."""
        self._cycle.stage.pool.close()
        self._cycle.database.close()

    def _repeat(self, connection: Database, prepared: _Prepared) -> None:
        """Run a step again; views stay as they are."""
        step, parsed = prepared
        with self._cycle.stage.locating_errors(step.name):
            for each in parsed:
                connection.rows(each, step.parameters)
