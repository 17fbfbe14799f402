"""Cycles that stay open in this process, for the next command about the same work."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from brokersql.core.engine_faults import faults_so_far
from brokersql.cycle.plan import Options
from brokersql.cycle.stages import AnswerMemory, PairStage

if TYPE_CHECKING:
    from brokersql.cycle.run import FinishedCycle

#: Pairs at most of a cycle about which answers keep what they find out of all tasks.
FEW_PAIRS = 50_000


class OpenCycles:
    """Cycles of all work that stay open in this process, those used last.

    They are found by all that decides what a cycle makes, see `cycle_key`. One in which
    DuckDB failed, or that was made after a fault, is not kept.
    """

    def __init__(self) -> None:
        self.most = 0
        self._held: OrderedDict[tuple[object, ...], FinishedCycle] = OrderedDict()

    def find(self, key: str, options: Options) -> FinishedCycle | None:
        """Return the cycle of a key; None if it is not there."""
        place = (key, options.n_threads, options.memory_limit)
        found = self._held.get(place)
        if found is None or found.database.has_failed or faults_so_far():
            return None
        self._held.move_to_end(place)
        return found

    def add(self, key: str, cycle: FinishedCycle) -> None:
        """Keep a cycle; the one that was not used for longest makes room."""
        if not cycle.database.faults:
            place = (key, cycle.options.n_threads, cycle.options.memory_limit)
            self._held[place] = cycle
            stage = cycle.stage
            if (
                self.most
                and isinstance(stage, PairStage)
                and stage.n_pairs <= FEW_PAIRS
            ):
                stage.memory = AnswerMemory()
        while len(self._held) > self.most:
            self._held.popitem(last=False)


open_cycles = OpenCycles()


def keep_open(most: int) -> None:
    """Let so many cycles of all work stay open in this process, for other commands."""
    open_cycles.most = most
