"""The story of one task at one queue: what fails, what passes, or its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import Template
from typing import Any, cast

from brokersql.core.database import quote
from brokersql.core.errors import UsageError
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.pair_fixes import (
    PairFix,
    PairFixes,
    PairFixSearch,
    PairTrials,
    WeighedFixSearch,
)
from brokersql.explain.changes.tunables import dated
from brokersql.explain.chunk import Chunk, Gate, chunks_of, gate_of
from brokersql.explain.context import (
    ChunkContext,
    Explanation,
    chunk_context,
    pair_remarks,
    remark_lines,
)
from brokersql.explain.failing import BlockedPair, Failing, cap_of, failing_of
from brokersql.explain.ladder import Ladder, ladder_of
from brokersql.explain.not_found import no_decision, no_partner
from brokersql.explain.second_brokerage import SecondQueue, second_lines, second_of
from brokersql.explain.task import selected_chunk
from brokersql.explain.weights import Cut, Weighed, cut_of, weighed_of
from brokersql.render.documents import plain
from brokersql.render.numbers import quantity, share
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, number, query, rows


@dataclass(frozen=True, slots=True)
class QueuePair:
    """One queue that a chunk was tried at."""

    queue_name: str
    unified_name: str
    reject_mask: int
    n_failing: int
    criterion: str | None
    step: int
    is_outside: bool


def siblings_of(pairs: Sequence[QueuePair], pair: QueuePair) -> tuple[QueuePair, ...]:
    """Return the other pseudo queues of the same queue."""
    return tuple(
        each
        for each in pairs
        if each.unified_name == pair.unified_name
        and each.queue_name not in (pair.queue_name, each.unified_name)
    )


def pairs_of(cycle: FinishedCycle, chunk: Chunk) -> list[QueuePair]:
    """Return the queues that a chunk was tried at."""
    found = rows(cycle, "explain", "pairs", chunk.key)
    return [
        QueuePair(
            str(row["queue_name"]),
            str(row["unified_name"]),
            number(row["reject_mask"]),
            number(row["n_failing"]),
            None if row["criterion"] is None else str(row["criterion"]),
            number(row["step"]),
            bool(row["is_outside"]),
        )
        for row in found
    ]


def found_pair(
    cycle: FinishedCycle, pairs: Sequence[QueuePair], queue: str
) -> QueuePair:
    """Return the pair of a queue, unified or not; capitals do not matter.

    Raises:
        UsageError: there is no such queue.
    """
    by_name = {each.queue_name: each for each in pairs}
    folded = {each.queue_name.casefold(): each for each in pairs}
    found = by_name.get(queue) or folded.get(queue.casefold())
    if found is None:
        raise no_partner(cycle, queue, by_name)
    return found


def nearest_pair(
    pairs: Sequence[QueuePair], weighed: Sequence[Weighed], asked: QueuePair
) -> QueuePair:
    """Return the pair itself; of a unified queue that of its nearest pseudo queue.

    Fewest failing criteria make a pair near, then the weights, then how far it came.
    """
    name = asked.queue_name
    children = [
        each for each in pairs if each.unified_name == name and each.queue_name != name
    ]
    if not children:
        return asked
    ranks = {each.queue_name: at for at, each in enumerate(weighed)}
    return min(
        children,
        key=lambda it: (
            it.n_failing,
            ranks.get(it.queue_name, len(ranks)),
            -it.step,
            it.queue_name,
        ),
    )


_PASSING_COLUMNS = (
    TableColumn("criterion"),
    TableColumn("asked", right=True),
    TableColumn(""),
    TableColumn("offered", right=True),
    TableColumn("passes by", right=True),
    TableColumn("margin", right=True),
    TableColumn("rejects where", cut="end", drop=1),
)


@dataclass(frozen=True, slots=True)
class Passing:
    """A criterion that a pair does not fail; asked and offered where it compares them.

    `holds` is whether ``requested operator offered`` does: None without two numbers,
    False where the criterion does not apply to the pair. `margin_fraction` is the
    margin in parts of the larger number.
    """

    criterion: str
    bit: int
    title: str
    requested: float | None
    operator: str | None
    offered: float | None
    margin: float | None
    margin_fraction: float | None
    unit: str | None
    holds: bool | None

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.criterion,
            "bit": self.bit,
            "title": self.title,
            "unit": self.unit,
            "requested": self.requested,
            "operator": self.operator,
            "offered": self.offered,
            "margin": self.margin,
            "applies": self.holds is not False,
        }

    @property
    def row(self) -> list[str]:
        """Return the criterion as a row of the table."""
        unit = f" {self.unit}" if self.unit else ""
        part = self.margin_fraction
        return [
            self.criterion,
            quantity(self.requested),
            self.operator or "",
            quantity(self.offered),
            f"{quantity(self.margin)}{unit}",
            "" if part is None else share(part, 1),
            self.title,
        ]


def passing_of(
    cycle: FinishedCycle, chunk: Chunk, queue_name: str
) -> tuple[Passing, ...]:
    """Return what does not reject a pair: by the same comparisons as what does."""
    program = cycle.pairs.program
    bits = sum({1 << each.bit for each in program.criteria if each.bit is not None})
    text = Template(query("explain", "passing")).substitute(
        schema=quote(program.policy), reasons=program.reasons.sql(bits)
    )
    with cycle.database.as_written():
        found = cycle.database.records(text, (bits, queue_name, *chunk.key))
    return tuple(map(_passing_of_row, found))


def _passing_of_row(row: Row) -> Passing:
    return Passing(
        str(row["criterion"]),
        number(row["bit"]),
        str(row["title"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("float | None", row["margin"]),
        cast("float | None", row["margin_fraction"]),
        cast("str | None", row["unit"]),
        cast("bool | None", row["holds"]),
    )


def passing_lines(passing: Sequence[Passing], look: Display) -> list[str]:
    """Return what a pair passes for a reader: with margins, without, not applying."""
    narrow = [each for each in passing if each.holds]
    without = [each for each in passing if each.holds is None]
    not_applying = [each for each in passing if each.holds is False]
    n_passed = plural(len(narrow) + len(without), "criterion")
    title = f"{n_passed} passed, narrowest first"
    lines = ["", look.paint("bold", title[0].upper() + title[1:])]
    if narrow:
        table = [each.row for each in narrow]
        lines += lay_out(_PASSING_COLUMNS, table, Display(look.colour, look.width))
    for text, some in (
        ("Without two numbers", without),
        ("Do not apply", not_applying),
    ):
        if some:
            tags = ", ".join(dict.fromkeys(each.criterion for each in some))
            lines += fold(f"{text}: {tags}.".split(" "), look.width, "  ")
    return lines


@dataclass(frozen=True, slots=True)
class PairStory(Explanation):
    """What became of a task at a queue, and why."""

    head: ChunkContext
    chunk: Chunk
    pair: QueuePair
    asked_for: str
    siblings: tuple[QueuePair, ...]
    failing: tuple[Failing, ...]
    weighed: Weighed | None
    n_chosen: int
    cap: Failing | None
    cut: Cut | None
    advices: PairFixes | None
    gate: Gate | None
    remarks: tuple[str, ...]
    second: tuple[SecondQueue, ...]
    ladder: Ladder | None
    passing: tuple[Passing, ...]
    shows_passing: bool

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
    def next_rule(self) -> str:
        """Return the rule file to look at next: that of the reported criterion."""
        first = self.failing[0] if self.failing else self.cap
        return "" if first is None else f"{self.head.policy}/{first.stem}"

    @property
    def fix(self) -> PairFix | None:
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
                "passing": len(self.passing) - self._n_not_applying,
                "not_applying": self._n_not_applying,
            },
            "passing": [each.document() for each in self.passing]
            if self.shows_passing
            else None,
            "changes": self.advices.documents() if self.advices else [],
            "weights": None if weighed is None else weighed.document(),
            "rank": weighed.rank if weighed and weighed.is_chosen else None,
            "cap": self.cap.document() if self.cap else None,
            "cut": self.cut.document() if self.cut else None,
            "held": self.gate.document() if self.gate else None,
            "remarks": list(self.remarks),
            "missing": self.head.missing,
            "job_brokerage": [each.document() for each in self.second],
        }

    def lines(self, look: Display) -> list[str]:
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
        lines += passing_lines(self.passing, look) if self.shows_passing else []
        return [*lines, *self._siblings()]

    def _outcome(self, look: Display) -> list[str]:
        if self.failing:
            tags = [f"{each.criterion}" for each in self.failing]
            tags[0] += " (reported)"
            cross = look.paint("bad", "✗ rejected")
            text = f"{cross}: {', '.join(tags)}. {self._counts()}"
            if self.gate is not None:
                text += f" Whatever the queue, the task is {self.gate}."
            return fold(text.split(" "), look.width)
        if self.weighed is None:
            waits = self.gate or f"{self.chunk.status} by {self.chunk.criterion}"
            text = f"- no criterion rejects the queue; the task is {waits}"
            return fold(text.split(" "), look.width)
        return self._weight(self.weighed, look)

    @property
    def _n_not_applying(self) -> int:
        """Return how many criteria do not apply to the pair."""
        return sum(each.holds is False for each in self.passing)

    def _counts(self) -> str:
        """Return how many criteria fail, pass, and do not apply."""
        n_failing, n_not_applying = len(self.failing), self._n_not_applying
        n_passing = len(self.passing) - n_not_applying
        fails = "fails" if n_failing == 1 else "fail"
        n_all = plural(n_failing + len(self.passing), "criterion")
        text = f"{n_failing} of {n_all} {fails}, {n_passing} pass"
        not_applying = "does" if n_not_applying == 1 else "do"
        return (
            f"{text}, {n_not_applying} {not_applying} not apply."
            if n_not_applying
            else f"{text}."
        )

    def _weight(self, weighed: Weighed, look: Display) -> list[str]:
        formula = f"weight {weighed.formula}"
        if weighed.is_chosen:
            text = f"{weighed.place} of {self.n_chosen}"
            if weighed.draw is not None:
                text = weighed.draw.words
            return [f"{look.paint('good', '✓ chosen')}: {text}, {formula}"]
        sign = look.paint("wait", "✗ not chosen")
        lines = [f"{sign}: no criterion rejects it; {weighed.why}", formula]
        return lines if self.cut is None else [*lines, f"{self.cut}."]

    def _siblings(self) -> list[str]:
        """Return what became of the other pseudo queues of the same queue."""
        if not self.siblings:
            return []
        tags = Counter(each.criterion or "weighed" for each in self.siblings)
        ordered = sorted(tags.items(), key=lambda it: (-it[1], it[0]))
        text = ", ".join(f"{n} × {tag}" for tag, n in ordered)
        name = printable(self.pair.unified_name)
        return ["", f"Other pseudo queues of {name}: {text}."]


def explain_pair(
    cycle: FinishedCycle,
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
    selected = _chunk_of(cycle, task, chunk)
    pairs, weighed = pairs_of(cycle, selected), weighed_of(cycle, selected)
    pair = nearest_pair(pairs, weighed, asked := found_pair(cycle, pairs, queue))
    own = next((it for it in weighed if it.queue_name == pair.queue_name), None)
    failing, cap, advices = _against(cycle, selected, pair, own, is_advised=is_advised)
    return PairStory(
        chunk_context(cycle, task, selected.chunk),
        selected,
        pair,
        asked.queue_name,
        siblings_of(pairs, pair),
        failing,
        own,
        sum(each.is_chosen for each in weighed),
        cap,
        cut_of(weighed, pair.queue_name),
        advices,
        gate_of(cycle, selected),
        pair_remarks(cycle, selected, pair.unified_name),
        second_of(cycle, selected, pair.queue_name),
        ladder_of(cycle, selected) if cycle.program.asks else None,
        passing_of(cycle, selected, pair.queue_name),
        with_passing,
    )


def _chunk_of(cycle: FinishedCycle, task: int, chunk: int | None) -> Chunk:
    """Return the chunk that is explained; raise where the task is not decided."""
    chunks = chunks_of(cycle, task)
    if not chunks:
        raise no_decision(cycle, task)
    selected = selected_chunk(chunks, task, chunk)
    if selected.units[0] is None:
        why = ", ".join(filter(None, (selected.criterion, selected.reason)))
        text = f"task {task} was compared with no {cycle.program.chooses}"
        raise UsageError(f"{text}: {selected.status}", hint=printable(why))
    return selected


def _against(
    cycle: FinishedCycle,
    chunk: Chunk,
    pair: QueuePair,
    weighed: Weighed | None,
    *,
    is_advised: bool,
) -> tuple[tuple[Failing, ...], Failing | None, PairFixes | None]:
    """Return what fails, or else what took a weighed pair, and what would help."""
    failing, advices = _failing_pair(cycle, chunk, pair, is_advised=is_advised)
    cap, reached = _beaten(cycle, chunk, weighed, is_advised=is_advised)
    return failing, cap, advices or reached


def _failing_pair(
    cycle: FinishedCycle, chunk: Chunk, pair: QueuePair, *, is_advised: bool
) -> tuple[tuple[Failing, ...], PairFixes | None]:
    """Return what fails with its values; where advised, also what would admit."""
    failing = tuple(failing_of(cycle, chunk, pair.queue_name, pair.reject_mask))
    if not failing:
        return (), None
    blockers = tuple(each.blocker for each in failing)
    blocked = BlockedPair(pair.queue_name, pair.unified_name, blockers)
    pair_trials = PairTrials(cycle, chunk)
    inputs = [dated(cycle, pair_trials.inputs(blocked, each)) for each in blockers]
    known = map(lambda each, its: replace(each, inputs=its), failing, inputs)
    return tuple(known), PairFixSearch(pair_trials).advise(
        blocked
    ) if is_advised else None


def _beaten(
    cycle: FinishedCycle, chunk: Chunk, weighed: Weighed | None, *, is_advised: bool
) -> tuple[Failing | None, PairFixes | None]:
    """Return what took a weighed pair with its values; where advised, what helps.

    Of pairs of which one is drawn each may be chosen as it is.
    """
    if weighed is None or weighed.is_chosen:
        return None, None
    cap = cap_of(cycle, chunk, weighed.queue_name)
    if weighed.draw or (cap is None and not is_advised):
        return cap, None
    search = WeighedFixSearch(PairTrials(cycle, chunk), weighed, cap)
    known = None if cap is None else replace(cap, inputs=dated(cycle, search.inputs()))
    return known, search.advise() if is_advised else None
