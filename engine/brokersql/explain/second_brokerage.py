"""The job brokerage at the queues of a nucleus: its reasons and tunables."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

from brokersql.cycle import FinishedCycle
from brokersql.cycle.dependencies import affected_steps
from brokersql.explain.changes.search import Ends, ends_of
from brokersql.explain.changes.tunables import Tunable, TunableFinder
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import grouped
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural
from brokersql.results.queries import Row, number, rows

_SECOND_COLUMNS = (
    TableColumn("queue_name", cut="middle"),
    TableColumn("criterion"),
    TableColumn("detail", cut="end"),
)


@dataclass(frozen=True, slots=True)
class SecondReason:
    """A criterion that fails at a queue; asked and offered where it compares numbers.

    The queue would pass where ``asked operator offered`` holds.
    """

    bit: int
    criterion: str
    detail: str
    asked: float | None
    operator: str | None
    offered: float | None
    unit: str | None

    @property
    def missing(self) -> float:
        """Return how much is missing, as a part of the larger number."""
        if self.asked is None or self.offered is None:
            return math.inf
        greater = max(abs(self.asked), abs(self.offered)) or 1
        return abs(self.asked - self.offered) / greater

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.criterion,
            "detail": self.detail,
            "requested": self.asked,
            "operator": self.operator,
            "offered": self.offered,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class SecondQueue:
    """The nearest pseudo queue of a queue, and all that fails there."""

    queue_name: str
    unified_name: str
    failing: tuple[SecondReason, ...]

    def document(self) -> dict[str, object]:
        """Return the queue as an object for JSON."""
        return {
            "queue_name": self.queue_name,
            "unified_name": self.unified_name,
            "failing": [each.document() for each in self.failing],
        }

    def rows(self) -> list[list[str | Cell]]:
        """Return a row for each failing criterion; one where none fails."""
        if not self.failing:
            return [[self.queue_name, Cell("✓", "good"), "could run its jobs"]]
        names = [self.queue_name, *("" for _ in self.failing[1:])]
        return [
            [name, Cell(f"✗ {each.criterion}", "bad"), grouped(each.detail)]
            for name, each in zip(names, self.failing, strict=True)
        ]


def second_of(
    cycle: FinishedCycle, chunk: Chunk, nucleus: str
) -> tuple[SecondQueue, ...]:
    """Return what the policy that was asked says of a nucleus's queues, nearest first.

    Nothing where none was asked.
    """
    stage, asked = cycle.stage, cycle.asked_pairs
    if asked is None:
        return ()
    asked.prepare(cycle.database)
    try:
        asked.show_pair_reason()
        near = rows(cycle, "explain", "asked_queue", (chunk.task, nucleus))
        names = [str(row["queue_name"]) for row in near]
        found = rows(cycle, "explain", "asked_reason", (chunk.task, names))
    finally:
        stage.prepare(cycle.database)
    failing: dict[str, list[SecondReason]] = {name: [] for name in names}
    for row in found:
        failing[str(row["queue_name"])].append(_second_reason(row))
    return tuple(
        SecondQueue(name, str(row["unified_name"]), tuple(failing[name]))
        for name, row in zip(names, near, strict=True)
    )


def _second_reason(row: Row) -> SecondReason:
    return SecondReason(
        number(row["bit"]),
        str(row["criterion"]),
        str(row["detail"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("str | None", row["unit"]),
    )


def second_lines(queues: Sequence[SecondQueue], look: Display) -> list[str]:
    """Return the second brokerage for a reader, a line for each failing criterion."""
    if not queues:
        return []
    n_fit = sum(1 for each in queues if not each.failing)
    title = "Job brokerage at its queues, without a nucleus and weights"
    fits = f"{n_fit} of {plural(len(queues), 'queue')} could run its jobs"
    table = [row for each in queues for row in each.rows()]
    heading = look.paint("bold", f"{title}: {fits}")
    return ["", heading, *lay_out(_SECOND_COLUMNS, table, look)]


#: The relation of what the policy that is asked says of each pair.
_ASKED = "asked_pair"


class SecondBrokerage:
    """Finds the tunables of queues that one criterion alone keeps from the jobs.

    A nucleus is rejected as the policy that was asked says no for all its queues: what
    lets one of them in lets the nucleus in.
    """

    def __init__(self, cycle: FinishedCycle, chunk: Chunk) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._queues: dict[str, list[SecondQueue]] = {}
        self._tunables: TunableFinder | None = None
        asked = cycle.asked_pairs
        if asked is not None:
            second = replace(cycle, stage=asked, policy_source=asked.program.policy)
            self._tunables = TunableFinder(second, chunk)

    def answers(self, stem: str) -> bool:
        """Return whether a filter rests on what the policy that was asked says."""
        if self._tunables is None:
            return False
        steps = self._cycle.program.statements
        return bool(affected_steps(steps, {_ASKED}, {f"filter_{stem}"}))

    def tunables(self, nucleus: str, owner: str) -> list[Tunable]:
        """Return what an owner could set at the queues of a nucleus."""
        if self._tunables is None:
            return []
        queues = self._near(nucleus)
        with self._below():
            found = (
                tunable
                for each in queues
                for tunable in self._tunables.of(
                    each.failing[0].bit, each.unified_name, owner
                )
            )
            return list(dict.fromkeys(found))

    def ends(self, nucleus: str) -> tuple[Ends, ...]:
        """Return the numbers that the criteria at the queues of a nucleus compare."""
        reasons = (each.failing[0] for each in self._near(nucleus))
        return tuple(end for it in reasons for end in ends_of(it.asked, it.offered))

    def _near(self, nucleus: str) -> list[SecondQueue]:
        """Return the queues at which only one criterion fails, by how little."""
        if nucleus not in self._queues:
            found = second_of(self._cycle, self._chunk, nucleus)
            near = [it for it in found if len(it.failing) == 1]
            self._queues[nucleus] = sorted(near, key=lambda it: it.failing[0].missing)
        return self._queues[nucleus]

    @contextmanager
    def _below(self) -> Generator[None]:
        """Let names mean what they mean to the policy that was asked."""
        cycle = self._cycle
        assert cycle.asked_pairs is not None, "there are tunables of a policy below"
        cycle.asked_pairs.prepare(cycle.database)
        try:
            yield
        finally:
            cycle.stage.prepare(cycle.database)
