"""The whole story of one task at one queue: everything that fails, or its weight."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.explain.advice import Advice, Advices
from brokersql.explain.age import dated
from brokersql.explain.barrier import Blocked
from brokersql.explain.changes import Adviser
from brokersql.explain.chunk import Chunk, chunks_of
from brokersql.explain.failing import Failing, cap_of, failing_of
from brokersql.explain.ground import Ground
from brokersql.explain.head import Head, head_of
from brokersql.explain.held import Held, held_of
from brokersql.explain.ladder import Ladder, ladder_of
from brokersql.explain.partner import (
    Pair,
    found_pair,
    nearest_pair,
    pairs_of,
    siblings_of,
)
from brokersql.explain.passing import Passing, passing_lines, passing_of
from brokersql.explain.reach import Reach
from brokersql.explain.remarks import pair_remarks, remark_lines
from brokersql.explain.second import SecondQueue, second_lines, second_of
from brokersql.explain.task import told_chunk
from brokersql.explain.unknown import no_decision
from brokersql.explain.weights import Cut, Weighed, cut_of, weighed_of
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.words import fold, plural, printable


@dataclass(frozen=True, slots=True)
class PairStory(Told):
    """What became of a task at a queue, and why."""

    head: Head
    chunk: Chunk
    pair: Pair
    asked_for: str
    siblings: tuple[Pair, ...]
    failing: tuple[Failing, ...]
    weighed: Weighed | None
    n_chosen: int
    cap: Failing | None
    cut: Cut | None
    advices: Advices | None
    held: Held | None
    remarks: tuple[str, ...]
    second: tuple[SecondQueue, ...]
    ladder: Ladder | None
    passing: tuple[Passing, ...]
    tells_passing: bool

    @property
    def status(self) -> str:
        """Return 'chosen', 'not_chosen' after the weights, or 'rejected'."""
        if self.failing:
            return "rejected"
        is_chosen = self.weighed is not None and self.weighed.is_chosen
        return "chosen" if is_chosen else "not_chosen"

    @property
    def criterion(self) -> str | None:
        """Return the reported criterion; that of a gate if no queue was asked."""
        if self.failing:
            return self.failing[0].criterion
        return self.weighed.criterion if self.weighed else self.chunk.criterion

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: there is none beside this one."""
        return ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: that of the reported criterion."""
        told = self.failing[0] if self.failing else self.cap
        return "" if told is None else f"{self.head.policy}/{told.stem}"

    @property
    def fix(self) -> Advice | None:
        """Return the change that helps first, None if there is none.

        A queue that got a weight is helped where it is chosen.
        """
        found = self.advices.found if self.advices else ()
        return next((it for it in found if self.failing or it.is_chosen), None)

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        weighed = self.weighed
        return {
            **self.head.document("explain.pair"),
            "queue_name": self.pair.queue_name,
            "unified_name": self.pair.unified_name,
            "status": self.status,
            "criterion": self.criterion,
            "reject_mask": str(self.pair.reject_mask),
            "failing": [each.document() for each in self.failing],
            "counts": {
                "failing": len(self.failing),
                "passing": len(self.passing) - self._n_beside,
                "not_applying": self._n_beside,
            },
            "passing": [each.document() for each in self.passing]
            if self.tells_passing
            else None,
            "changes": self.advices.documents() if self.advices else [],
            "weights": None if weighed is None else weighed.document(),
            "rank": weighed.rank if weighed and weighed.is_chosen else None,
            "cap": self.cap.document() if self.cap else None,
            "cut": self.cut.document() if self.cut else None,
            "held": self.held.document() if self.held else None,
            "remarks": list(self.remarks),
            "missing": self.head.missing,
            "job_brokerage": [each.document() for each in self.second],
        }

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        head = self.head
        name = printable(self.pair.queue_name)
        title = look.paint("bold", f"task {head.task} at {name}")
        lines = [f"{title} · {head}", *self._outcome(look)]
        if self.asked_for != self.pair.queue_name:
            asked = printable(self.asked_for)
            lines.append(f"{asked} is unified: of its pseudo queues {name} is nearest.")
        lines += remark_lines((*self.remarks, *map(str, self.head.absent)), look)
        if self.ladder is not None and self.failing:
            lines += ["", *self.ladder.lines(look, self.failing[0].label)]
        for each in (*self.failing, *([self.cap] if self.cap else [])):
            lines += ["", *each.lines(look)]
        lines += second_lines(self.second, look)
        lines += self.advices.lines(look) if self.advices else []
        lines += passing_lines(self.passing, look) if self.tells_passing else []
        return [*lines, *self._siblings()]

    def _outcome(self, look: Look) -> list[str]:
        if self.failing:
            tags = [f"{each.criterion}" for each in self.failing]
            tags[0] += " (reported)"
            cross = look.paint("bad", "✗ rejected")
            told = f"{cross}: {', '.join(tags)}. {self._counts()}"
            if self.held is not None:
                told += f" Whatever the queue, the task is {self.held}."
            return fold(told.split(" "), look.width)
        if self.weighed is None:
            waits = self.held or f"{self.chunk.status} by {self.chunk.criterion}"
            told = f"- no criterion rejects the queue; the task is {waits}"
            return fold(told.split(" "), look.width)
        return self._weight(self.weighed, look)

    @property
    def _n_beside(self) -> int:
        """Return how many criteria do not apply to the pair."""
        return sum(each.holds is False for each in self.passing)

    def _counts(self) -> str:
        """Return how many criteria fail, pass, and do not apply."""
        n_failing, n_beside = len(self.failing), self._n_beside
        n_passing = len(self.passing) - n_beside
        fails = "fails" if n_failing == 1 else "fail"
        n_all = plural(n_failing + len(self.passing), "criterion")
        told = f"{n_failing} of {n_all} {fails}, {n_passing} pass"
        beside = "does" if n_beside == 1 else "do"
        return f"{told}, {n_beside} {beside} not apply." if n_beside else f"{told}."

    def _weight(self, weighed: Weighed, look: Look) -> list[str]:
        formula = f"weight {weighed.formula}"
        if weighed.is_chosen:
            told = f"{weighed.place} of {self.n_chosen}"
            if weighed.lot is not None:
                told = weighed.lot.words
            return [f"{look.paint('good', '✓ chosen')}: {told}, {formula}"]
        sign = look.paint("wait", "✗ not chosen")
        lines = [f"{sign}: no criterion rejects it; {weighed.why}", formula]
        return lines if self.cut is None else [*lines, f"{self.cut}."]

    def _siblings(self) -> list[str]:
        """Return what became of the other pseudo queues of the same queue."""
        if not self.siblings:
            return []
        tags = Counter(each.criterion or "weighed" for each in self.siblings)
        ordered = sorted(tags.items(), key=lambda it: (-it[1], it[0]))
        told = ", ".join(f"{n} × {tag}" for tag, n in ordered)
        name = printable(self.pair.unified_name)
        return ["", f"Other pseudo queues of {name}: {told}."]


def tell_pair(
    cycle: Cycle,
    task: int,
    queue: str,
    chunk: int | None = None,
    *,
    is_advised: bool = False,
    with_passing: bool = False,
) -> PairStory:
    """Return the story of a task at a queue; a unified name stands for its nearest.

    `is_advised` looks for changes that would admit it, `with_passing` for its margins.

    Raises:
        UsageError: the cycle did not decide this task, or there is no such queue.
    """
    told = _chunk(cycle, task, chunk)
    pairs, weighed = pairs_of(cycle, told), weighed_of(cycle, told)
    pair = nearest_pair(pairs, weighed, asked := found_pair(cycle, pairs, queue))
    own = next((it for it in weighed if it.queue_name == pair.queue_name), None)
    failing, cap, advices = _against(cycle, told, pair, own, is_advised=is_advised)
    return PairStory(
        head_of(cycle, task, told.chunk),
        told,
        pair,
        asked.queue_name,
        siblings_of(pairs, pair),
        failing,
        own,
        sum(each.is_chosen for each in weighed),
        cap,
        cut_of(weighed, pair.queue_name),
        advices,
        held_of(cycle, told),
        pair_remarks(cycle, told, pair.unified_name),
        second_of(cycle, told, pair.queue_name),
        ladder_of(cycle, told) if cycle.program.asks else None,
        passing_of(cycle, told, pair.queue_name),
        with_passing,
    )


def _chunk(cycle: Cycle, task: int, chunk: int | None) -> Chunk:
    """Return the chunk that is told; raise where the cycle did not decide the task."""
    chunks = chunks_of(cycle, task)
    if not chunks:
        raise no_decision(cycle, task)
    told = told_chunk(chunks, task, chunk)
    if told.units[0] is None:
        why = ", ".join(filter(None, (told.criterion, told.reason)))
        raise UsageError(
            f"task {task} was compared with no {cycle.program.chooses}: {told.status}",
            hint=printable(why),
        )
    return told


def _against(
    cycle: Cycle,
    chunk: Chunk,
    pair: Pair,
    weighed: Weighed | None,
    *,
    is_advised: bool,
) -> tuple[tuple[Failing, ...], Failing | None, Advices | None]:
    """Return what fails, or else what took a weighed pair, and what would help."""
    failing, advices = _failing(cycle, chunk, pair, is_advised=is_advised)
    cap, reached = _beaten(cycle, chunk, weighed, is_advised=is_advised)
    return failing, cap, advices or reached


def _failing(
    cycle: Cycle, chunk: Chunk, pair: Pair, *, is_advised: bool
) -> tuple[tuple[Failing, ...], Advices | None]:
    """Return what fails with its values; where advised, also what would admit."""
    failing = tuple(failing_of(cycle, chunk, pair.queue_name, pair.reject_mask))
    if not failing:
        return (), None
    barriers = tuple(each.barrier for each in failing)
    blocked = Blocked(pair.queue_name, pair.unified_name, barriers)
    ground = Ground(cycle, chunk)
    inputs = [dated(cycle, ground.inputs(blocked, each)) for each in barriers]
    known = map(lambda each, its: replace(each, inputs=its), failing, inputs)
    return tuple(known), Adviser(ground).advise(blocked) if is_advised else None


def _beaten(
    cycle: Cycle, chunk: Chunk, weighed: Weighed | None, *, is_advised: bool
) -> tuple[Failing | None, Advices | None]:
    """Return what took a weighed pair with its values; where advised, what helps.

    Of pairs of which one is drawn each may be chosen as it is.
    """
    if weighed is None or weighed.is_chosen:
        return None, None
    cap = cap_of(cycle, chunk, weighed.queue_name)
    if weighed.lot or (cap is None and not is_advised):
        return cap, None
    reach = Reach(Ground(cycle, chunk), weighed, cap)
    known = None if cap is None else replace(cap, inputs=dated(cycle, reach.inputs()))
    return known, reach.advise() if is_advised else None
