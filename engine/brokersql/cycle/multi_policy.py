"""Several policies on one snapshot, which is loaded once."""

from __future__ import annotations

from collections.abc import Sequence

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
        self._shared: dict[str, FinishedCycle] = {}

    def run(self, policy: str, options: Options) -> FinishedCycle:
        """Run a policy and return the finished cycle.

        Raises:
            UsageError: an unknown policy, profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        played = load_policy(policy)
        needs_own = (
            bool(options.tasks)
            or played.asks is not None
            or played.name in self._shared
        )
        first = next(iter(self._shared.values()), None)
        source: Snapshot | LoadedSnapshot = self._snapshot
        if first is not None and not needs_own:
            connection = first.database.cursor()
            source = LoadedSnapshot(self._snapshot, first.loaded, connection)
        cycle = run_cycle(source, policy, options, is_kept=True, readers=self._readers)
        if not needs_own:
            cycle.check_chooses()
            self._shared[played.name] = cycle
        return cycle
