"""Decides a finished cycle again where values of tables or parameters are others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from brokersql.compiler import Program
from brokersql.core.database import quote
from brokersql.core.errors import PolicyError
from brokersql.core.sql_files import result_sql
from brokersql.cycle.plan import Options, parameters_in_force, steps_after
from brokersql.cycle.stages import Stage
from brokersql.policy import (
    Parameters,
    Policy,
    Value,
    known_settings,
    load_policy,
    shipped_policies,
    split_reference,
)

#: The units of a cycle, and the masks of their pairs.
_UNITS, _MASKS = "x_unit", "x_verdict"
#: The effect of a gate that makes a task wait for its owner.
_THROTTLE = "throttle"


class DecidedAgain:
    """Runs the statements of a stage again that rest on what has changed, each once.

    Those that make the `kept` relations are left out. With `only_task` there are pairs
    of this task alone.
    """

    def __init__(
        self,
        stage: Stage[Program],
        touched: Collection[str],
        kept: Collection[str] = (),
        only_task: int | None = None,
    ) -> None:
        self._stage, self._kept, self._only_task = stage, set(kept), only_task
        self._touched = {*touched, *(() if only_task is None else (_MASKS,))}
        self._done: set[int] = set()
        self._limit_units()

    def want(self, wanted: Iterable[str]) -> bool:
        """Give relations their rows; return whether a statement is about them."""
        again = steps_after(self._stage.program, self._touched, wanted)
        for step in again:
            is_due = not step.is_view and id(step) not in self._done
            if is_due and not step.writes & self._kept:
                self._stage.repeat(step)
                self._done.add(id(step))
                if _UNITS in step.writes:
                    self._limit_units()
        return bool(again)

    def _limit_units(self) -> None:
        """Leave the units of the only task."""
        if self._only_task is not None:
            self._stage.database.run(result_sql("only_task"), (self._only_task,))


def change_settings(
    stage: Stage[Program], policy: str, options: Options, settings: Mapping[str, str]
) -> tuple[set[str], dict[str, str]]:
    """Set parameters of a stage's policy; return under which names they are read.

    Also return the variables that are others now, as they were. `policy` is the shipped
    name or the folder, `options` are those of the cycle.

    Raises:
        UsageError: a value is of another type.
        PolicyError: a value is outside the range of its parameter.
    """
    if not settings:
        return set(), {}
    known = known_settings(unchanged_policy(policy, stage.program), settings)
    changed = replace(options, settings={**options.settings, **known})
    parameters, _ = parameters_in_force(stage.database, policy, changed)
    before, after = stage.parameters.variables(), parameters.variables()
    differing = {name: text for name, text in after.items() if before.get(name) != text}
    columns = {name.removeprefix("cfg_"): text for name, text in differing.items()}
    for name, text in columns.items():
        stage.database.run(f"update cfg set {quote(name)} = {text}")
    if differing:
        stage.database.set_variables(differing)
    changed_names = {f"cfg.{name}" for name in columns}
    if _keyed(parameters) != _keyed(stage.parameters):
        known_tables = stage.parameters.settings()
        for name, table in parameters.settings().items():
            if name != "cfg" and table != known_tables[name]:
                stage.database.run(f"delete from {quote(name)}")
                stage.database.append(name, table)
                changed_names.add(name)
    return changed_names, {it: before[it] for it in differing}


def _keyed(parameters: Parameters) -> set[tuple[str, str | None, Value]]:
    """Return the values of parameters that have one per share, label, workflow …."""
    return {
        (each.parameter.name, each.suffix, each.value)
        for each in parameters.values
        if each.parameter.per is not None
    }


def open_gates(stage: Stage[Program], task: int) -> set[str]:
    """Let no gate throttle a task; return the relations of these gates."""
    criteria = stage.program.criteria
    gates = {f"gate_{each.stem}" for each in criteria if each.effect == _THROTTLE}
    for gate in sorted(gates):
        text = result_sql("open_gate", gate=gate)
        stage.database.run(text, (task,))
    return gates


def unchanged_policy(source: str, program: Program) -> Policy:
    """Return the policy of a finished cycle, as long as it is what was compiled.

    Raises:
        PolicyError: its files are others now.
    """
    policy = load_policy(source)
    is_shipped = split_reference(source)[0] in shipped_policies()
    if not is_shipped and policy.content_hash != program.content_hash:
        raise PolicyError(
            f"policy {program.policy} has changed since the cycle", hint="run it again"
        )
    return policy
