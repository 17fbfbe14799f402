"""Several policies on one snapshot, which is loaded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace

from brokersql.cycle.plan import Options
from brokersql.cycle.run import CycleReader, FinishedCycle, LoadedSnapshot, run_cycle
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot


class MultiPolicyRun:
    """Runs several policies on a snapshot that is loaded once, each in its own schema.

    A cycle that is limited to tasks, or that asks another policy, changes the tables of
    the snapshot: it loads the snapshot for itself.
    """

    def __init__(self, snapshot: Snapshot, readers: Sequence[CycleReader] = ()) -> None:
        self._snapshot = snapshot
        self._readers = readers
        self._first: FinishedCycle | None = None
        self._names: set[str] = set()

    def run(self, policy: str, options: Options) -> FinishedCycle:
        """Run a policy and return the finished cycle.

        Raises:
            UsageError: an unknown policy, profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        source, readers = self._source(policy, options), self._readers
        cycle = run_cycle(source, policy, options, is_kept=True, readers=readers)
        cycle.check_chooses()
        if self._first is None and self._may_share(policy, options):
            self._names.add(load_policy(policy).name)
            self._first = cycle
        return cycle

    def run_each(self, chosen: Mapping[str, Options]) -> list[FinishedCycle]:
        """Run policies after a first one, and return their cycles in the same order.

        On a small snapshot most of a cycle is the planning of statements, which takes
        one thread: there they run at once. Readers read them in order.

        Raises:
            Exception: what `run` raises.
        """
        first = self._first
        n_threads = min((each.n_threads for each in chosen.values()), default=1)
        n_at_once = min(n_threads, len(chosen))
        if n_at_once < 2 or first is None or not first.database.plans_quickly:
            return [self.run(policy, options) for policy, options in chosen.items()]
        with ThreadPoolExecutor(n_at_once) as pool:
            started = {
                policy: pool.submit(
                    *(copy_context().run, run_cycle),
                    *(self._source(policy, chosen[policy]), policy),
                    replace(chosen[policy], threads=n_threads // n_at_once),
                    is_kept=True,
                )
                # those first that ask another policy, and so take longest
                for policy in sorted(chosen, key=lambda it: not load_policy(it).asks)
            }
            others = [*started.values()]
            return [self._read(started[policy], others) for policy in chosen]

    def _read(
        self, started: Future[FinishedCycle], others: Sequence[Future[FinishedCycle]]
    ) -> FinishedCycle:
        """Return a cycle when it is finished and its readers have read it."""
        try:
            cycle = started.result()
        except BaseException:
            for each in others:
                each.cancel()
            raise
        cycle.check_chooses()
        for reader in self._readers:
            reader.begin(cycle.policy)
            reader.read(cycle)
        return cycle

    def _may_share(self, policy: str, options: Options) -> bool:
        """Return whether a cycle may work on tables that others read."""
        played = load_policy(policy)
        return not (options.tasks or played.asks or played.name in self._names)

    def _source(self, policy: str, options: Options) -> Snapshot | LoadedSnapshot:
        """Return the snapshot, loaded if this cycle may share what the first has."""
        if self._first is None or not self._may_share(policy, options):
            return self._snapshot
        self._names.add(load_policy(policy).name)
        connection = self._first.database.cursor()
        return LoadedSnapshot(self._snapshot, self._first.loaded, connection)
