"""Counts how many other decisions of a run a change of values alters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import pyarrow as pa

from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.search import (
    ChangeSearch,
    Fix,
    OtherDecisions,
    decisions,
)
from brokersql.explain.changes.tunables import Move
from brokersql.explain.chunk import Chunk
from brokersql.results.queries import number, rows

#: What a decision is read from.
_WANTED = ("result", "weighed")
AnyFix = TypeVar("AnyFix", bound=Fix)


class DecisionCounter:
    """Compares the decisions of a cycle with what they are within a what-if.

    One chunk may be left out.
    """

    def __init__(self, cycle: FinishedCycle, chunk: Chunk | None = None) -> None:
        self._cycle = cycle
        self._key = (None, None) if chunk is None else (chunk.task, chunk.chunk)
        self._before = self._after = decisions(cycle)

    def note(self) -> None:
        """Keep the decisions as they stand in the database now, for `read`."""
        self._after = decisions(self._cycle)

    def read(self, after: pa.Table | None = None) -> OtherDecisions:
        """Return how many decisions were others when they were noted, or in a table."""
        database = self._cycle.database
        database.register("decision_before", self._before)
        database.register("decision_after", self._after if after is None else after)
        (row,) = rows(self._cycle, "explain", "decisions_changed", self._key)
        return OtherDecisions(number(row["n_changed"]), number(row["n_all"]))


def counted(
    search: ChangeSearch, chunk: Chunk, fixes: Iterable[AnyFix]
) -> list[AnyFix]:
    """Return the fixes of a chunk with the number of other decisions that they change.

    A cycle that was limited to some tasks is run for all of them first. Fixes of the
    same moves are decided once, those that the search has decided in a cycle of all
    work not again. In a large cycle only the first is counted, and none where it would
    have to be run first.
    """
    fixes = list(fixes)
    is_large = search.cycle.is_large
    if not fixes or (is_large and not search.cycle.is_whole):
        return fixes
    whole = search.cycle.whole()
    counter, again = DecisionCounter(whole, chunk), ChangeSearch(whole)
    known: dict[tuple[Move, ...], OtherDecisions] = {}
    few = fixes[:1] if is_large else fixes
    for moves in dict.fromkeys(each.moves for each in few):
        after = search.noted.get(moves, again.noted.get(moves))
        if after is None:
            with again.decided(moves, _WANTED) as changed:
                if changed is not None:
                    after = again.noted[moves] = decisions(whole)
        if after is not None:
            known[moves] = counter.read(after)
    return [replace(each, others=known.get(each.moves)) for each in fixes]
