"""Several policies, one after the other, on a snapshot that is loaded once."""

from __future__ import annotations

from brokersql.cycle.options import Options
from brokersql.cycle.run import Cycle, run_cycle, run_loaded
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot


class Sitting:
    """A snapshot and the policies that decide about it, each in its own name space.

    A cycle that is limited to tasks, or that asks another policy, changes the tables of
    the snapshot: it loads the snapshot for itself.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._shared: dict[str, Cycle] = {}

    def run(self, policy: str, options: Options) -> Cycle:
        """Run a policy and return the finished cycle.

        Raises:
            UsageError: an unknown policy, profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        played = load_policy(policy)
        if options.tasks or played.asks is not None or played.name in self._shared:
            return run_cycle(self._snapshot, policy, options)
        first = next(iter(self._shared.values()), None)
        if first is None:
            cycle = run_cycle(self._snapshot, policy, options)
        else:
            beside = first.database.cursor()
            loaded = first.loaded
            cycle = run_loaded(self._snapshot, loaded, beside, policy, options)
        self._shared[played.name] = cycle
        return cycle
