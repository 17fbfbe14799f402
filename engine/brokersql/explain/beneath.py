"""What could be set at the queues of a nucleus, where their brokerage refuses it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from brokersql.cycle import Cycle
from brokersql.cycle.steps import affected
from brokersql.explain.chunk import Chunk
from brokersql.explain.knob import Knob
from brokersql.explain.knobs import Knobs
from brokersql.explain.search import Ends, ends_of
from brokersql.explain.second import SecondQueue, second_of

#: The relation of what the policy that is asked says of each pair.
_ASKED = "asked_pair"


class Beneath:
    """Finds the knobs of queues that one criterion alone keeps from running the jobs.

    A nucleus is rejected as the policy that was asked says no for all its queues: what
    lets one of them in lets the nucleus in.
    """

    def __init__(self, cycle: Cycle, chunk: Chunk) -> None:
        self._cycle = cycle
        self._chunk = chunk
        self._queues: dict[str, list[SecondQueue]] = {}
        self._knobs: Knobs | None = None
        asked = cycle.asked_pairs
        if asked is not None:
            below = replace(
                cycle,
                program=asked.program,
                parameters=asked.parameters,
                stage=asked,
                policy_source=asked.program.policy,
            )
            self._knobs = Knobs(below, chunk)

    def answers(self, stem: str) -> bool:
        """Tell whether a filter rests on what the policy that was asked says."""
        if self._knobs is None:
            return False
        steps = self._cycle.stage.steps()
        return bool(affected(steps, {_ASKED}, {f"filter_{stem}"}))

    def knobs(self, nucleus: str, owner: str) -> list[Knob]:
        """Return what an owner could set at the queues of a nucleus."""
        if self._knobs is None:
            return []
        queues = self._near(nucleus)
        with self._below():
            found = (
                knob
                for each in queues
                for knob in self._knobs.of(
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
        assert cycle.asked_pairs is not None, "there are knobs of a policy below"
        cycle.asked_pairs.prepare(cycle.database)
        try:
            yield
        finally:
            cycle.stage.prepare(cycle.database)
