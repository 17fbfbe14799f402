"""What-if: a finished cycle with other values in it, for as long as needed."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from string import Template

from brokersql.compiler import Program, Statement
from brokersql.core.database import quote
from brokersql.cycle.dependencies import affected_steps
from brokersql.cycle.run import FinishedCycle, parameters_in_force
from brokersql.cycle.stages import Stage, result_sql
from brokersql.policy import Parameters, known_settings, load_policy
from brokersql.snapshot import Change
from brokersql.snapshot.overlay import apply_changes

#: The effect of a gate that makes a task wait for its owner.
_THROTTLE = "throttle"


class WhatIf:
    """Runs again what a change affects; afterwards the cycle is as it was."""

    def __init__(self, cycle: FinishedCycle) -> None:
        self._cycle = cycle

    @contextmanager
    def changed(
        self,
        changes: Sequence[Change],
        settings: Mapping[str, str],
        wanted: Iterable[str],
    ) -> Generator[None]:
        """Give the wanted relations the rows that they have with other values.

        `settings` are parameters by name, as of ``--set``.

        Raises:
            CycleError: a rule failed on the changed data.
        """
        cycle, database = self._cycle, self._cycle.database
        stage, asked = cycle.stage, cycle.stage.asked
        touched = {each.table for each in changes}
        try:
            with database.undone():
                apply_changes(database, changes)
                if asked is not None:
                    asked.prepare(database)
                    own = self._set(asked, asked.program.policy, settings)
                    if self._play(asked, touched | own, {"verdict"}):
                        asked.repeat(Statement("asked_pair", result_sql("asked_pair")))
                        touched.add("asked_pair")
                    stage.prepare(database)
                own = self._set(stage, cycle.policy_source, settings)
                self._play(stage, touched | own, wanted)
                yield
        finally:
            if settings or asked is not None:
                stage.prepare(database)

    @contextmanager
    def unthrottled(self, task: int, wanted: Iterable[str]) -> Generator[None]:
        """Give the wanted relations their rows if nothing throttles a task.

        Raises:
            CycleError: a rule failed on the data.
        """
        cycle = self._cycle
        gates = {
            f"gate_{each.stem}"
            for each in cycle.program.criteria
            if each.effect == _THROTTLE
        }
        with cycle.database.undone():
            for gate in sorted(gates):
                text = Template(result_sql("open_gate")).substitute(gate=gate)
                cycle.database.run(text, (task,))
            self._play(cycle.stage, gates, wanted, kept=gates)
            yield

    def _set(
        self, stage: Stage[Program], policy: str, settings: Mapping[str, str]
    ) -> set[str]:
        """Set parameters of a policy; return under which names they are read."""
        if not settings:
            return set()
        known = known_settings(load_policy(policy), settings)
        cycle = self._cycle
        options = cycle.options
        options = replace(options, settings={**options.settings, **known})
        parameters, _ = parameters_in_force(cycle.database, policy, options)
        columns = _differing(stage.parameters, parameters)
        if not columns:
            return set()
        variables = parameters.variables()
        cycle.database.set_variables(
            {f"cfg_{name}": variables[f"cfg_{name}"] for name in columns}
        )
        for name in columns:
            value = variables[f"cfg_{name}"]
            cycle.database.run(f"update cfg set {quote(name)} = {value}")
        return {f"cfg.{name}" for name in columns}

    def _play(
        self,
        stage: Stage[Program],
        touched: set[str],
        wanted: Iterable[str],
        kept: Collection[str] = (),
    ) -> bool:
        """Run the affected steps of a stage again; return whether there were any.

        Steps that make the `kept` relations are left out.
        """
        again = affected_steps(stage.program.statements, touched, wanted)
        for step in again:
            if not (step.is_view or step.writes & set(kept)):
                stage.repeat(step)
        return bool(again)


def _differing(before: Parameters, after: Parameters) -> list[str]:
    """Return the columns of `cfg` in which two sets of parameters differ."""
    old, new = before.variables(), after.variables()
    return [name.removeprefix("cfg_") for name in new if new[name] != old.get(name)]
