"""How much each parameter of a policy matters on a snapshot, one at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.core.errors import UsageError
from brokersql.core.policy_names import DEFAULT_POLICY
from brokersql.cycle import FinishedCycle, Options, run_cycle, write_run
from brokersql.cycle.needed_relations import relations_for
from brokersql.cycle.plan import Plan
from brokersql.diff import compare
from brokersql.policy import Policy, Resolved, Value, load_policy
from brokersql.policy.settings import known_parameter
from brokersql.render.documents import plain
from brokersql.render.formats import listing
from brokersql.render.numbers import count
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import Progress, plural
from brokersql.results.policy_show import readers, shown_value
from brokersql.results.queries import Row, number, rows
from brokersql.results.run_record import setting
from brokersql.snapshot import Snapshot

#: By how much a number is changed, and the least change of a whole one.
_PART = 0.1
_ZERO_STEP = 0.1


def _full_name(resolved: Resolved) -> str:
    """Return the name of a parameter as `--set` takes it."""
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name


def _short(value: float) -> float:
    """Return a value without the noise of its last digits.

    >>> _short(1.7 * 1.1)
    1.87
    """
    return float(f"{value:.12g}")


def _variations(policy: Policy, resolved: Resolved) -> list[Value]:
    """Return other values of a parameter.

    Numbers a tenth more and less, within their range; switches turned over; all choices
    of a text, other texts and lists as other profiles have them. What holds for all
    keys but those named is fixed.
    """
    if resolved.parameter.per is not None and not resolved.suffix:
        return []
    found: list[Value] = []
    for other in _others(policy, resolved):
        is_new = other not in (resolved.value, *found)
        if is_new and not resolved.parameter.refusal(other):
            found.append(other)
    return found


def _others(policy: Policy, resolved: Resolved) -> Sequence[Value]:
    match resolved.value:
        case bool() as value:
            return (not value,)
        case int() as value:
            step = max(1, round(abs(value) * _PART))
            return (value - step, value + step)
        case float() as value:
            step = abs(value) * _PART or _ZERO_STEP
            return (_short(value - step), _short(value + step))
        case str() if resolved.parameter.choices:
            return resolved.parameter.choices
        case _:
            profiles = policy.profiles
            return [resolved.parameter.default_of(each)[0] for each in profiles]


_COLUMNS = (
    "parameter",
    TableColumn("value", right=True, cut="end"),
    TableColumn("instead", right=True, cut="end"),
    ">changed",
    ">flipped",
    ">cores",
    TableColumn("first cause", cut="end", drop=1),
)


#: The columns of an effect: a parameter, its value and the other one, how many
#: decisions change with it, how many flip their status, the cores of these, and the
#: most frequent first cause.
_EFFECT = "parameter value other changed:int flipped:int cores:int first_cause"


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The effects of all variations, the strongest first.

    `unread` are parameters that no statement of the policy reads on any snapshot,
    `fixed` those without another value to try.
    """

    policy: str
    profile: str
    n_decisions: int
    effects: tuple[Row, ...]
    unread: tuple[str, ...]
    fixed: tuple[str, ...]

    def lines(self, look: Display) -> list[str]:
        """Return the parameters that change decisions, and how many do not."""
        moving = [each for each in self.effects if each["changed"]]
        idle = {each["parameter"] for each in self.effects}
        idle -= {each["parameter"] for each in moving}
        head = (
            f"{self.policy} ({self.profile}) · {plural(self.n_decisions, 'decision')}"
        )
        tried = plural(len(self.effects), "change")
        lines = [f"{head} · {tried} of one parameter each"]
        if moving:
            shown = [
                [count(it) if isinstance(it, int) else it or "" for it in each.values()]
                for each in moving
            ]
            lines += ["", *lay_out(_COLUMNS, shown, look)]
        if idle:
            lines += ["", f"{plural(len(idle), 'parameter')} changed no decision here"]
        if self.unread:
            lines.append(f"no rule reads: {', '.join(self.unread)}")
        if self.fixed:
            lines.append(f"no other value to try: {', '.join(self.fixed)}")
        return lines

    @plain("sensitivity")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "decisions": self.n_decisions,
            "effects": self.rows().to_pylist(),
            "unread": list(self.unread),
            "fixed": list(self.fixed),
        }

    def rows(self) -> pa.Table:
        """Return one row per variation, and one of zeros per unread parameter."""
        shown: list[tuple[object, ...]] = [tuple(it.values()) for it in self.effects]
        shown += [(name, None, None, 0, 0, 0, None) for name in self.unread]
        return listing(_EFFECT, shown)


def measure_sensitivity(
    snapshot: Snapshot,
    policy: str = DEFAULT_POLICY,
    options: Options | None = None,
    only: Collection[str] = (),
    progress: Progress = lambda _done, _all: None,
) -> Sensitivity:
    """Return what changes when each parameter alone has another value.

    `only` limits the measurement to these parameters. A parameter that no statement
    reads is not tried: it changes nothing.

    Raises:
        UsageError: an unknown policy, profile, parameter or task.
        SnapshotError: the snapshot cannot be used.
    """
    # 1. the cycle as it is
    chosen = options or Options()
    loaded = load_policy(policy)
    names = {each.name.casefold() for each in loaded.parameters}
    for name in only:
        if name.casefold() not in names:
            known_parameter(loaded, name)
    base = run_cycle(snapshot, policy, chosen, is_kept=True)
    cores = {
        number(row["jedi_task_id"]): number(row["n_cores"])
        for row in rows(base, "explain", "chunk_cores")
    }
    # 2. what can be tried
    values = [
        each for each in base.parameters.values if each.parameter.column != "seed"
    ]
    wanted = _wanted(values, only)
    read = [
        each
        for each in wanted
        if any(each.parameter.column in it.sql for it in base.program.statements)
        or (loaded.decides == "pilot" and readers(loaded, each.parameter))
    ]
    tried = [(each, _variations(loaded, each)) for each in read]
    todo = [(each, other) for each, others in tried for other in others]
    # 3. each of them alone
    effects: list[Row] = []
    decided = _decisions(base)
    leading = relations_for(Plan.of(policy), replace(chosen, verdict="none")).wanted
    with tempfile.TemporaryDirectory(prefix="brokersql-") as place:
        folders = Path(place) / "base", Path(place) / "other"
        write_run([base], folders[0])
        for done, (each, other) in enumerate(todo):
            progress(done, len(todo))
            varied = {_full_name(each): setting(other)}
            if decided:
                with base.what_if(settings=varied, wanted=leading):
                    is_same = _decisions(base) == decided
                if is_same:
                    effects.append(_effect(each, other, [], cores))
                    continue
            other_options = replace(chosen, settings={**chosen.settings, **varied})
            cycle = run_cycle(snapshot, policy, other_options, is_kept=True)
            write_run([cycle], folders[1])
            cycle.database.close()
            changes = compare(*folders).change.to_pylist()
            effects.append(_effect(each, other, changes, cores))
        progress(len(todo), len(todo))
    effects.sort(key=lambda it: (-it["flipped"], -it["changed"], it["parameter"]))
    return Sensitivity(
        base.policy,
        base.parameters.profile,
        base.stage.n_units,
        tuple(effects),
        tuple(_full_name(each) for each in wanted if each not in read),
        tuple(_full_name(each) for each, others in tried if not others),
    )


def _wanted(values: Iterable[Resolved], only: Collection[str]) -> list[Resolved]:
    """Return the parameters that are asked for; all of them where none is named."""
    known = {_full_name(each).casefold(): each for each in values}
    if unset := [name for name in only if name.casefold() not in known]:
        raise UsageError(
            f"{unset[0]} has no value in this snapshot",
            hint=f"--set {unset[0]}=… gives it one",
        )
    named = [known[name.casefold()] for name in only]
    return named or list(known.values())


def _decisions(cycle: FinishedCycle) -> list[pa.Table]:
    """Return the tables that say what a cycle decides about tasks; none of others."""
    is_about_tasks = cycle.program.decides == "task"
    return [cycle.table(name) for name in ("result", "candidate") if is_about_tasks]


def _effect(
    resolved: Resolved,
    other: Value,
    changes: Sequence[Mapping[str, Any]],
    cores: Mapping[int, int],
) -> Row:
    flipped = [each for each in changes if each["status_a"] != each["status_b"]]
    causes = [str(each["first_cause"]) for each in changes]
    tasks = {each["jedi_task_id"] for each in flipped}
    return {
        "parameter": _full_name(resolved),
        "value": shown_value(resolved.value),
        "other": shown_value(other),
        "changed": len(changes),
        "flipped": len(flipped),
        "cores": sum(cores.get(task, 0) for task in tasks),
        "first_cause": max(sorted(set(causes)), key=causes.count, default=None),
    }
