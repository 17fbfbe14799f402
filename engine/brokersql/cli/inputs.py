"""What commands work on: a snapshot or a recorded run, its policies and options."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from brokersql.cli.config import Config
from brokersql.cli.options import read_script
from brokersql.core.errors import UsageError
from brokersql.core.policy_names import default_policies, shipped_policies

_LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    from brokersql.cycle import FinishedCycle, Options
    from brokersql.export import Workspace
    from brokersql.results.run_record import RecordedRun
    from brokersql.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class OpenedInput:
    """A snapshot, or a run with its record.

    The configuration counts for a snapshot; a run is repeated with its own options.
    """

    where: str
    run: RecordedRun | None
    config: Config = field(default_factory=Config)
    updates: tuple[str, ...] = ()

    def changed(self, updates: Sequence[str]) -> OpenedInput:
        """Return the same input with other values: ``table:key.column=value``."""
        return replace(self, updates=(*self.updates, *updates))

    def snapshot(self) -> Snapshot:
        """Return the snapshot; of a run the one it was made from."""
        from brokersql.snapshot import parse_change

        if self.run is None:
            return open_snapshot(self.where, self.updates)
        return self.run.snapshot().changed(map(parse_change, self.updates))

    def workspace(
        self, policy: str | None, options: Options, folder: Path
    ) -> Workspace:
        """Return the relations that a query may name; options default to the run's.

        Copies of them can be written to `folder` alone.

        Raises:
            UsageError: the run has not this policy, or none has a setting.
        """
        from brokersql.export import Workspace
        from brokersql.results.run_record import again

        names = [policy] if policy is not None else self.policies()
        fitting = options_by_policy(
            options, names, self.config if self.run is None else Config()
        )
        if self.run is not None:
            run = self.run
            fitting = {
                name: again(run, run.policy(name), fitting[name]) for name in names
            }
        return Workspace(self.snapshot, self.run, fitting, folder)

    def cycle(
        self, policy: str | None, options: Options, task: int | None = None
    ) -> tuple[FinishedCycle, str]:
        """Return a finished cycle, and a remark on what changed since the run.

        Raises:
            UsageError: an unknown policy, setting or task.
            SnapshotError: the snapshot of the run is gone, or another one.
        """
        from brokersql.cycle import answering_cycle

        plans = self.plans(policy, options, task)
        play = partial(answering_cycle, self.snapshot())
        cycle = first_deciding(plans, task, play)
        return cycle, self.changed_since(cycle)

    def plans(
        self, policy: str | None, options: Options, task: int | None = None
    ) -> list[tuple[str, Options]]:
        """Return policies with options, to be run in order until one decides the task.

        Raises:
            UsageError: the run has not this policy.
        """
        from brokersql.policy import load_policy
        from brokersql.results.run_record import again

        if self.run is None:
            known = [
                it for it in default_policies() if load_policy(it).decides == "task"
            ]
            names = known if policy is None else [policy]
            found = options_by_policy(options, names, self.config)
        else:
            chosen = self.run.policy(policy, task)
            named = chosen.reference if policy in (None, chosen.name) else policy
            found = {named or chosen.name: again(self.run, chosen, options)}
        return [(name, _without_tasks(each, name)) for name, each in found.items()]

    def changed_since(self, cycle: FinishedCycle) -> str:
        """Return a remark on what changed since the run, empty if nothing did.

        Raises:
            SnapshotError: the snapshot holds other rows than it did.
        """
        if self.run is None or self.updates:
            return ""
        return self.run.check(cycle)

    def ruled_by(self, criterion: str) -> list[str]:
        """Return the policies with a rule of this criterion or file."""
        from brokersql.explain.criterion import has_criterion
        from brokersql.policy import load_policy

        return [
            name
            for name in self.policies()
            if has_criterion(load_policy(name), criterion)
        ]

    def choosing_queues(self) -> list[str]:
        """Return the policies of the run that choose queues; none without a run."""
        from brokersql.policy import load_policy

        placed = self.run.policies if self.run else ()
        names = {each.name for each in placed if each.places_tasks}
        return [
            name
            for name in self.policies()
            if name in names and load_policy(name).chooses == "queue"
        ]

    def policies(self) -> list[str]:
        """Return the shipped ones of the policies of the run, or of a snapshot."""
        if self.run is None:
            return default_policies()
        shipped = shipped_policies()
        return [each.name for each in self.run.policies if each.name in shipped]


def first_deciding(
    plans: Sequence[tuple[str, Options]],
    task: int | None,
    play: Callable[[str, Options], FinishedCycle],
) -> FinishedCycle:
    """Return the cycle of the first plan that decides a task, else of the first.

    Of a task that is not in the snapshot, only the first plan is run.
    """
    from brokersql.explain.chunk import chunks_of
    from brokersql.explain.not_found import is_there

    cycles = (play(*plan) for plan in plans)
    first = next(cycles)
    if task is None or len(plans) == 1 or chunks_of(first, task):
        return first
    if not is_there(first, task):
        return first
    return next((each for each in cycles if chunks_of(each, task)), first)


def _without_tasks(options: Options, policy: str) -> Options:
    """Return options for all tasks if one decision of the policy changes the next."""
    from brokersql.policy import load_policy

    return replace(options, tasks=()) if load_policy(policy).is_sequential else options


def open_input(where: str | None, config: Config | None = None) -> OpenedInput:
    """Return a snapshot or run; the shipped demo if none is named.

    Raises:
        SnapshotError: there is none, or the record of the run is damaged.
    """
    from brokersql.core.sql_files import fixture_root
    from brokersql.results.run_record import is_run, open_run, refuse_unfinished

    place = where or str(fixture_root() / "demo")
    run = open_run(place) if is_run(place) else None
    if run is None:
        refuse_unfinished(place)
    return OpenedInput(place, run, config or Config())


def open_snapshot(
    where: str, updates: Sequence[str] | None, scripts: Sequence[Path] | None = None
) -> Snapshot:
    """Return a snapshot with the changes of --update and --sql.

    Raises:
        SnapshotError: there is none.
        UsageError: a change is malformed, or a script cannot be read.
    """
    from brokersql.snapshot import Snapshot, parse_change

    opened = Snapshot.open(where).changed(map(parse_change, updates or ()))
    return opened.rewritten(map(read_script, scripts or ())) if scripts else opened


def with_config(options: Options, name: str, config: Config) -> Options:
    """Return options completed by what the configuration has for the policy.

    Raises:
        UsageError: a configured value is of another type than its parameter.
        PolicyError: a configured value is outside the range of its parameter.
    """
    from brokersql.policy import configured_settings, load_policy

    if not (config.options or config.parameters):
        return options
    warn_unknown_parameters(config)
    policy = load_policy(name)
    values = (config.settings, config.origins, options.settings)
    profile = config.profile if config.profile in policy.profiles else None
    return replace(
        options,
        profile=options.profile or profile,
        settings={**configured_settings(policy, *values), **options.settings},
        seed=config.seed if options.seed is None else options.seed,
    )


def warn_unknown_parameters(config: Config) -> None:
    """Warn of configured parameters that no shipped policy has, with near names."""
    from brokersql.core.errors import suggest
    from brokersql.policy import load_policy, named_parameter, shipped_policies
    from brokersql.render.text import printable

    policies = [load_policy(name) for name in shipped_policies() if config.parameters]
    known = {each.name for policy in policies for each in policy.parameters}
    for name, origin in config.origins.items():
        if not any(named_parameter(policy, name) for policy in policies):
            remark = f"no shipped policy has a parameter {name}; {suggest(name, known)}"
            _LOG.warning("%s", printable(f"{origin}: {remark}".rstrip("; ")))


def options_by_policy(
    options: Options, names: Sequence[str], config: Config
) -> dict[str, Options]:
    """Return the options of each policy of a run: the settings and profile it has.

    Settings and profiles that no policy has stay, so that each refuses them.
    """
    from brokersql.policy import load_policy, named_parameter

    loaded = {name: load_policy(name) for name in names}
    owners = {
        key: [name for name in names if named_parameter(loaded[name], key)]
        for key in options.settings
    }
    profiled = [name for name in names if options.profile in loaded[name].profiles]
    chosen = {
        name: replace(
            options,
            profile=options.profile if name in profiled or not profiled else None,
            settings={
                key: value
                for key, value in options.settings.items()
                if name in owners[key] or not owners[key]
            },
        )
        for name in names
    }
    return {name: with_config(each, name, config) for name, each in chosen.items()}


def suggest_tasks(
    snapshot: Snapshot, tasks: Sequence[int], error: UsageError, where: str = ""
) -> UsageError:
    """Return the error about an unknown task, with similar tasks.

    `where` is the run, if one was named instead of the snapshot.
    """
    from brokersql.explain.not_found import no_task

    if not error.message.startswith("no task"):
        return error
    faults = (no_task(snapshot, task, where) for task in tasks)
    return next((each for each in faults if each is not None), error)


def without_rules(names: Sequence[str], rules: Sequence[str]) -> dict[str, str]:
    """Return, by policy, the name of the policy without these rules (--without).

    A rule is named by the stem of its file or by its criterion.

    Raises:
        UsageError: none of the policies has such a rule.
    """
    if not rules:
        return {name: name for name in names}
    from brokersql.core.errors import suggest
    from brokersql.policy import load_policy, without

    loaded = {name: load_policy(name) for name in names}
    dropped: dict[str, list[str]] = {name: [] for name in names}
    for rule in rules:
        found = {
            name: [
                file.stem
                for file in policy.rules
                if rule in (file.stem, file.header.text("criterion"))
            ]
            for name, policy in loaded.items()
        }
        if not any(found.values()):
            known = {file.stem for each in loaded.values() for file in each.rules}
            hint = suggest(rule, known) or "brokersql policy show lists the rules"
            raise UsageError(f"--without {rule}: no such rule", hint=hint)
        for name, stems in found.items():
            dropped[name] += stems
    return {name: without(name, dropped[name]) for name in names}
