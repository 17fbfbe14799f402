"""A snapshot, or a run that is made again: what commands that look back work on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from brokersql.cli.usual import Usual
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import Cycle, Options
    from brokersql.export import Shelf
    from brokersql.report.recorded import RecordedRun
    from brokersql.snapshot import Snapshot

#: Policies that run only when they are named.
ON_DEMAND = ("panda_job_hint", "panda_job_legacy")
#: The policy that is meant where several would do.
USUAL = "panda_job"


@dataclass(frozen=True, slots=True)
class Source:
    """What stands in a place, opened: a run with its record, or a snapshot.

    What is usual counts for a snapshot; a run says itself how it was made.
    """

    where: str
    run: RecordedRun | None
    usual: Usual = field(default_factory=Usual)
    updates: tuple[str, ...] = ()

    def changed(self, updates: Sequence[str]) -> Source:
        """Return the same place with other values: ``table:key.column=value``."""
        return replace(self, updates=(*self.updates, *updates))

    def snapshot(self) -> Snapshot:
        """Return the snapshot, of a run that which it was made from."""
        from brokersql.snapshot import Snapshot, parse_change

        place = self.where
        found = Snapshot.open(place) if self.run is None else self.run.snapshot()
        return found.changed(map(parse_change, self.updates))

    def shelf(self, policy: str | None, options: Options) -> Shelf:
        """Return what a query by hand may name here: what is not said is as in the run.

        Raises:
            UsageError: the run has not this policy, or none has a setting.
        """
        from brokersql.export import Shelf
        from brokersql.report.recorded import again

        names = [policy] if policy is not None else self._shipped()
        fitting = fitted(options, names, self.usual if self.run is None else Usual())
        if self.run is not None:
            run = self.run
            fitting = {
                name: again(run, run.policy(name), fitting[name]) for name in names
            }
        return Shelf(self.snapshot, self.run, fitting)

    def cycle(
        self, policy: str | None, options: Options, task: int | None = None
    ) -> tuple[Cycle, str]:
        """Return a finished cycle, and in words what changed since the run.

        Raises:
            UsageError: an unknown policy, setting or task.
            SnapshotError: the snapshot of the run is gone, or another one.
        """
        from brokersql.cycle import Sitting, run_cycle

        snapshot, plans = self.snapshot(), self.plans(policy, options, task)
        is_one = len(plans) == 1
        play = partial(run_cycle, snapshot) if is_one else Sitting(snapshot).run
        cycle = deciding(plans, task, play)
        return cycle, self.changed_since(cycle)

    def plans(
        self, policy: str | None, options: Options, task: int | None = None
    ) -> list[tuple[str, Options]]:
        """Return what to play, in turn until the task is decided: policies, options.

        Raises:
            UsageError: the run has not this policy.
        """
        from brokersql.report.recorded import again

        if self.run is None:
            names = placing() if policy is None else [policy]
            found = fitted(options, names, self.usual)
        else:
            chosen = self.run.policy(policy, task)
            named = chosen.reference if policy in (None, chosen.name) else policy
            found = {named or chosen.name: again(self.run, chosen, options)}
        return [(name, _enough(each, name)) for name, each in found.items()]

    def changed_since(self, cycle: Cycle) -> str:
        """Return in words what changed since the run, empty if nothing did.

        Raises:
            SnapshotError: the snapshot holds other rows than then.
        """
        if self.run is None or self.updates:
            return ""
        return self.run.check(cycle)

    def ruled_by(self, criterion: str) -> list[str]:
        """Return the policies that tell this criterion, or have a rule of this stem."""
        from brokersql.explain.subject import tells
        from brokersql.policy import load_policy

        return [name for name in self._shipped() if tells(load_policy(name), criterion)]

    def choosing_queues(self) -> list[str]:
        """Return the policies of the run that choose queues; none without a run."""
        from brokersql.policy import load_policy

        placed = self.run.policies if self.run else ()
        names = {each.name for each in placed if each.places_tasks}
        return [
            name
            for name in self._shipped()
            if name in names and load_policy(name).chooses == "queue"
        ]

    def _shipped(self) -> list[str]:
        """Return the policies of the run, or those of all snapshots, that ship."""
        from brokersql.policy import shipped_policies

        held = policies() if self.run is None else [p.name for p in self.run.policies]
        return [name for name in held if name in shipped_policies()]


def deciding(
    plans: Sequence[tuple[str, Options]],
    task: int | None,
    play: Callable[[str, Options], Cycle],
) -> Cycle:
    """Return the cycle of the first plan that decides a task, else of the first.

    A task that is not in the snapshot is asked of no other plan.
    """
    from brokersql.explain.chunk import chunks_of
    from brokersql.explain.unknown import is_there

    cycles = (play(*plan) for plan in plans)
    first = next(cycles)
    if task is None or len(plans) == 1 or chunks_of(first, task):
        return first
    if not is_there(first, task):
        return first
    return next((each for each in cycles if chunks_of(each, task)), first)


def _enough(options: Options, policy: str) -> Options:
    """Return options without tasks where decisions of the policy count for others."""
    from brokersql.policy import load_policy

    return replace(options, tasks=()) if load_policy(policy).in_turn else options


def open_source(where: str | None, usual: Usual | None = None) -> Source:
    """Return what stands in a place; without one the shipped demo.

    Raises:
        SnapshotError: nothing is there, or a damaged record of a run.
    """
    from brokersql.report.recorded import is_run, open_run
    from brokersql.resources import fixture_root

    place = where or str(fixture_root() / "demo")
    run = open_run(place) if is_run(place) else None
    return Source(place, run, usual or Usual())


def policies() -> list[str]:
    """Return the shipped policies that run without being named, the usual one first."""
    from brokersql.policy import shipped_policies

    names = [name for name in shipped_policies() if name not in ON_DEMAND]
    return sorted(names, key=lambda name: name != USUAL)


def placing() -> list[str]:
    """Return those of them that place work: they decide about tasks."""
    from brokersql.policy import load_policy

    return [each for each in policies() if load_policy(each).decides == "task"]


def with_usual(options: Options, name: str, usual: Usual) -> Options:
    """Return the options of one policy, with what is usual where they say nothing.

    Of what is usual only that counts which the policy has.
    """
    from brokersql.policy import known_settings, load_policy

    if not (usual.options or usual.parameters):
        return options
    policy = load_policy(name)
    profile = usual.profile if usual.profile in policy.profiles else None
    return replace(
        options,
        profile=options.profile or profile,
        settings={**known_settings(policy, usual.settings), **options.settings},
        seed=usual.seed if options.seed is None else options.seed,
    )


def with_common(options: Options, names: Sequence[str], usual: Usual) -> Options:
    """Return options for several policies, with what is usual for all of them."""
    first, *more = [with_usual(options, name, usual) for name in names]
    is_common = all(each.profile == first.profile for each in more)
    return replace(
        first,
        profile=first.profile if is_common else options.profile,
        settings={
            key: value
            for key, value in first.settings.items()
            if all(key in each.settings for each in more)
        },
    )


def fitted(options: Options, names: Sequence[str], usual: Usual) -> dict[str, Options]:
    """Return the options of each policy of a run: settings and profile that it has.

    What none of them has stays, so that each refuses it.
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
    return {name: with_usual(each, name, usual) for name, each in chosen.items()}


def with_near_tasks(
    snapshot: Snapshot, tasks: Sequence[int], error: UsageError, where: str = ""
) -> UsageError:
    """Return the error about an unknown task, with the tasks that are near.

    `where` is the run that was named, where the snapshot itself was not.
    """
    from brokersql.explain import no_task

    if not error.message.startswith("no task"):
        return error
    faults = (no_task(snapshot, task, where) for task in tasks)
    return next((each for each in faults if each is not None), error)
