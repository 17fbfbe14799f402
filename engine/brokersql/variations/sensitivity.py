"""How much each parameter of a policy matters on a snapshot, one at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from brokersql.compiler import Program
from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import DEFAULT_POLICY
from brokersql.cycle import Options, run_cycle, write_run
from brokersql.diff import Comparison, compare
from brokersql.policy import Policy, Resolved, Value, load_policy
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.formats import listing
from brokersql.render.numbers import count
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural
from brokersql.results.policy_show import shown_value
from brokersql.results.queries import number, rows
from brokersql.results.run_record import setting
from brokersql.snapshot import Snapshot

#: By how much a number is changed, and the least change of a whole one.
_PART = 0.1
_ZERO_STEP = 0.1


@dataclass(frozen=True, slots=True)
class Variation:
    """One parameter set to another value; `name` as `--set` takes it."""

    name: str
    value: Value
    other: Value

    @property
    def settings(self) -> dict[str, str]:
        """Return the override that makes the variation."""
        return {self.name: setting(self.other)}


def full_name(resolved: Resolved) -> str:
    """Return the name of a parameter as `--set` takes it."""
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name


def is_read(program: Program, resolved: Resolved) -> bool:
    """Return whether a statement of the program reads a parameter."""
    column = resolved.parameter.column
    return any(column in statement.sql for statement in program.statements)


def variations(policy: Policy, resolved: Resolved) -> Iterator[Variation]:
    """Yield other values of a parameter.

    Numbers a tenth more and less, within their range; switches turned over; names and
    lists as other profiles have them.
    """
    seen = [resolved.value]
    for other in _others(policy, resolved):
        if other not in seen and not resolved.parameter.range_violation(other):
            seen.append(other)
            yield Variation(full_name(resolved), resolved.value, other)


def _others(policy: Policy, resolved: Resolved) -> Sequence[Value]:
    match resolved.value:
        case bool() as value:
            return (not value,)
        case int() as value:
            step = max(1, round(abs(value) * _PART))
            return (value - step, value + step)
        case float() as value:
            step = abs(value) * _PART or _ZERO_STEP
            return (value - step, value + step)
        case _:
            profiles = policy.profiles
            return [resolved.parameter.default_of(each)[0] for each in profiles]


#: Called before each variation: how many are done, of how many.
Progress = Callable[[int, int], None]

_COLUMNS = (
    TableColumn("parameter"),
    TableColumn("value", right=True, cut="end"),
    TableColumn("instead", right=True, cut="end"),
    TableColumn("changed", right=True),
    TableColumn("flipped", right=True),
    TableColumn("cores", right=True),
    TableColumn("first cause", cut="end", drop=1),
)


@dataclass(frozen=True, slots=True)
class ParameterEffect:
    """What a variation changes: decisions, those whose status flips, their cores.

    `cause` is the most frequent first cause, empty where nothing changed.
    """

    variation: Variation
    changed: int
    flipped: int
    cores: int
    cause: str


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The effects of all variations, the strongest first.

    `unread` are parameters that no statement of the policy reads on any snapshot,
    `fixed` those without another value to try.
    """

    policy: str
    profile: str
    n_decisions: int
    effects: tuple[ParameterEffect, ...]
    unread: tuple[str, ...]
    fixed: tuple[str, ...]

    def lines(self, look: Display) -> list[str]:
        """Return the parameters that change decisions, and how many do not."""
        moving = [each for each in self.effects if each.changed]
        still = {each.variation.name for each in self.effects}
        still -= {each.variation.name for each in moving}
        head = (
            f"{self.policy} ({self.profile}) · {plural(self.n_decisions, 'decision')}"
        )
        tried = plural(len(self.effects), "change")
        lines = [f"{head} · {tried} of one parameter each"]
        if moving:
            lines += ["", *lay_out(_COLUMNS, [_row(each) for each in moving], look)]
        if still:
            lines += ["", f"{plural(len(still), 'parameter')} changed no decision here"]
        if self.unread:
            lines.append(f"no rule reads: {', '.join(self.unread)}")
        if self.fixed:
            lines.append(f"no other value to try: {', '.join(self.fixed)}")
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "sensitivity",
            "policy": self.policy,
            "profile": self.profile,
            "decisions": self.n_decisions,
            "effects": self.rows().to_pylist(),
            "unread": list(self.unread),
            "fixed": list(self.fixed),
        }

    def rows(self) -> pa.Table:
        """Return one row per variation, and one of zeros per unread parameter."""
        names = {"parameter": str, "value": str, "other": str}
        names |= {name: int for name in ("changed", "flipped", "cores")}
        shown = [
            (
                *(each.variation.name, shown_value(each.variation.value)),
                shown_value(each.variation.other),
                *(each.changed, each.flipped, each.cores, each.cause or None),
            )
            for each in self.effects
        ]
        shown += [(name, None, None, 0, 0, 0, None) for name in self.unread]
        return listing({**names, "first_cause": str}, shown)


def _row(each: ParameterEffect) -> list[str]:
    varied = each.variation
    values = (shown_value(varied.value), shown_value(varied.other))
    counts = map(count, (each.changed, each.flipped, each.cores))
    return [varied.name, *values, *counts, each.cause]


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
    base, loaded = run_cycle(snapshot, policy, chosen), load_policy(policy)
    cores = {
        number(row["jedi_task_id"]): number(row["n_cores"])
        for row in rows(base, "explain", "chunk_cores")
    }
    # 2. what can be tried
    values = [
        each for each in base.parameters.values if each.parameter.column != "seed"
    ]
    wanted = _wanted(values, only)
    read = [each for each in wanted if is_read(base.program, each)]
    tried = {full_name(each): list(variations(loaded, each)) for each in read}
    todo = [each for found in tried.values() for each in found]
    # 3. each of them alone
    effects: list[ParameterEffect] = []
    with tempfile.TemporaryDirectory(prefix="brokersql-") as place:
        folders = Path(place) / "base", Path(place) / "other"
        write_run([base], folders[0])
        for done, each in enumerate(todo):
            progress(done, len(todo))
            settings = {**chosen.settings, **each.settings}
            varied = run_cycle(snapshot, policy, replace(chosen, settings=settings))
            write_run([varied], folders[1])
            varied.database.close()
            effects.append(_effect(each, compare(*folders), cores))
        progress(len(todo), len(todo))
    effects.sort(key=lambda it: (-it.flipped, -it.changed, it.variation.name))
    return Sensitivity(
        base.policy,
        base.parameters.profile,
        base.stage.n_units,
        tuple(effects),
        tuple(full_name(each) for each in wanted if each not in read),
        tuple(name for name, found in tried.items() if not found),
    )


def _wanted(values: Iterable[Resolved], only: Collection[str]) -> list[Resolved]:
    """Return the parameters that are asked for; all of them where none is named."""
    known = {full_name(each).casefold(): each for each in values}
    for name in only:
        if name.casefold() not in known:
            names = [full_name(each) for each in known.values()]
            hint = suggest(name, names) or "brokersql policy show lists them"
            raise UsageError(f"no parameter {name}", hint=hint)
    named = [known[name.casefold()] for name in only]
    return named or list(known.values())


def _effect(
    variation: Variation, found: Comparison, cores: dict[int, int]
) -> ParameterEffect:
    changes = found.change.to_pylist()
    flipped = [each for each in changes if each["status_a"] != each["status_b"]]
    tasks = {number(each["jedi_task_id"]) for each in flipped}
    causes = [str(each["first_cause"]) for each in changes]
    cause = max(sorted(set(causes)), key=causes.count, default="")
    n_cores = sum(cores.get(task, 0) for task in tasks)
    return ParameterEffect(variation, len(changes), len(flipped), n_cores, cause)
