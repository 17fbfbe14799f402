"""Changes of a played stage, and the statements that they make run again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from string import Template

from brokersql.compiler import Program
from brokersql.core.database import quote
from brokersql.cycle.dependencies import affected_steps
from brokersql.cycle.options import Options
from brokersql.cycle.plan import parameters_in_force
from brokersql.cycle.stages import Stage, result_sql
from brokersql.policy import known_settings, load_policy

#: The effect of a gate that makes a task wait for its owner.
_THROTTLE = "throttle"


def change_settings(
    stage: Stage[Program], policy: str, options: Options, settings: Mapping[str, str]
) -> set[str]:
    """Set parameters of a stage's policy; return under which names they are read.

    `policy` is the shipped name or the folder, `options` are those of the cycle.

    Raises:
        UsageError: a value is of another type.
        PolicyError: a value is outside the range of its parameter.
    """
    if not settings:
        return set()
    known = known_settings(load_policy(policy), settings)
    changed = replace(options, settings={**options.settings, **known})
    parameters, _ = parameters_in_force(stage.database, policy, changed)
    before, after = stage.parameters.variables(), parameters.variables()
    differing = {name: text for name, text in after.items() if before.get(name) != text}
    if differing:
        stage.database.set_variables(differing)
    columns = {name.removeprefix("cfg_"): text for name, text in differing.items()}
    for name, text in columns.items():
        stage.database.run(f"update cfg set {quote(name)} = {text}")
    return {f"cfg.{name}" for name in columns}


def open_gates(stage: Stage[Program], task: int) -> set[str]:
    """Let no gate throttle a task; return the relations of these gates."""
    criteria = stage.program.criteria
    gates = {f"gate_{each.stem}" for each in criteria if each.effect == _THROTTLE}
    for gate in sorted(gates):
        text = Template(result_sql("open_gate")).substitute(gate=gate)
        stage.database.run(text, (task,))
    return gates


def play_again(
    stage: Stage[Program],
    touched: Collection[str],
    wanted: Iterable[str],
    kept: Collection[str] = (),
) -> bool:
    """Run the affected statements of a stage again; return whether there were any.

    Those that make the `kept` relations are left out.
    """
    again = affected_steps(stage.program.statements, touched, wanted)
    for step in again:
        if not (step.is_view or step.writes & set(kept)):
            stage.repeat(step)
    return bool(again)
