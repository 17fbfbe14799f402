"""The story of one task at one queue: what fails, what passes, or its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from brokersql.core.database import quote
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.pair_fixes import (
    PairFix,
    PairFixes,
    PairFixSearch,
    WeighedFixSearch,
)
from brokersql.explain.changes.search import counted
from brokersql.explain.changes.tunables import dated
from brokersql.explain.chunk import (
    Chunk,
    Gate,
    Ladder,
    decided_chunks,
    gate_of,
    ladder_of,
    pair_remarks,
    remark_lines,
)
from brokersql.explain.context import Story, StoryAnswer, StoryContext, context_of
from brokersql.explain.failing import (
    BlockedPair,
    Failing,
    caps_of,
    failing_of,
    second_lines,
    second_of,
)
from brokersql.explain.not_found import no_partner
from brokersql.explain.weights import Weighed, cut_text, weighed_of
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, quantity, share
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, rows
from brokersql.results.warnings import MissingTable, missing_tables


def found_pair(cycle: FinishedCycle, pairs: Sequence[Row], queue: str) -> Row:
    """Return the pair of a queue, unified or not; capitals do not matter.

    Raises:
        UsageError: there is no such queue.
    """
    by_name = {each["queue_name"]: each for each in pairs}
    folded = {each["queue_name"].casefold(): each for each in pairs}
    found = by_name.get(queue) or folded.get(queue.casefold())
    if found is None:
        raise no_partner(cycle, queue, by_name)
    return found


def nearest_pair(pairs: Sequence[Row], weighed: Sequence[Weighed], asked: Row) -> Row:
    """Return the pair itself; of a unified queue that of its nearest pseudo queue.

    Fewest failing criteria make a pair near, then the weights, then how far it came.
    """
    name = asked["queue_name"]
    children = [it for it in pairs if it["unified_name"] == name != it["queue_name"]]
    ranks = {each.queue_name: at for at, each in enumerate(weighed)}
    return min(
        children or [asked],
        key=lambda it: (
            it["n_failing"],
            ranks.get(it["queue_name"], len(ranks)),
            -it["step"],
            it["queue_name"],
        ),
    )


_PASSING_COLUMNS = (
    "criterion",
    ">asked",
    "",
    ">offered",
    ">passes by",
    ">margin",
    TableColumn("rejects where", cut="end", drop=1),
)


#: What a row of a passed criterion has beside the keys of JSON.
_NOT_SHOWN = ("margin_fraction", "holds")


def passing_of(cycle: FinishedCycle, chunk: Chunk, queue_name: str) -> list[Row]:
    """Return what does not reject a pair: by the same comparisons as what does.

    `holds` is whether ``requested operator offered`` does: None without two numbers,
    False where the criterion does not apply to the pair. `margin_fraction` is the
    margin in parts of the larger number.
    """
    program = cycle.pairs.program
    bits = sum({1 << each.bit for each in program.criteria if each.bit is not None})
    text = sql_text(
        "explain",
        "passing",
        schema=quote(program.policy),
        reasons=program.reasons.sql(bits),
    )
    with cycle.database.as_written():
        return cycle.database.records(text, (bits, queue_name, *chunk.key))


def passing_lines(passing: Sequence[Row], look: Display) -> list[str]:
    """Return what a pair passes for a reader: with margins, without, not applying."""
    narrow = [each for each in passing if each["holds"]]
    without = [each for each in passing if each["holds"] is None]
    not_applying = [each for each in passing if not each["applies"]]
    n_passed = plural(len(narrow) + len(without), "criterion")
    title = f"{n_passed} passed, narrowest first"
    lines = ["", look.paint("bold", title[0].upper() + title[1:])]
    if narrow:
        table = [_passed(each) for each in narrow]
        lines += lay_out(_PASSING_COLUMNS, table, Display(look.colour, look.width))
    for text, some in (
        ("Without two numbers", without),
        ("Do not apply", not_applying),
    ):
        if some:
            tags = ", ".join(dict.fromkeys(each["criterion"] for each in some))
            lines += fold(f"{text}: {tags}.".split(" "), look.width, "  ")
    return lines


def _passed(row: Row) -> list[str]:
    unit = f" {row['unit']}" if row["unit"] else ""
    part = row["margin_fraction"]
    return [
        row["criterion"],
        quantity(row["requested"]),
        row["operator"] or "",
        quantity(row["offered"]),
        f"{quantity(row['margin'])}{unit}",
        "" if part is None else share(part, 1),
        row["title"],
    ]


@dataclass(frozen=True, slots=True, repr=False)
class PairStory(Story):
    """What became of a task at a queue, and why.

    `pair` and `siblings`, the other pseudo queues of its queue, are rows of verdict.
    """

    policy: StoryContext
    absent: tuple[MissingTable, ...]
    chunk: Chunk
    pair: Row
    asked_for: str
    siblings: Sequence[Row]
    failing: tuple[Failing, ...]
    weighed: Weighed | None
    n_chosen: int
    caps: tuple[Failing, ...]
    advices: PairFixes | None
    gate: Gate | None
    remarks: tuple[str, ...]
    second: Sequence[Row]
    ladder: Ladder | None
    passing: Sequence[Row]
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
        first = next(iter((*self.failing, *self.caps)), None)
        return "" if first is None else f"{self.policy.name}/{first.stem}"

    @property
    def answer(self) -> StoryAnswer:
        """Return whether the queue was chosen, or what keeps it, and what helps."""
        cause, *more = self._sentences()
        shown = (*self.failing, *self.caps)
        facts = [f"{it.criterion}: {it.words}." for it in shown]
        fixes = self.advices
        helps = fixes.helps(self.pair["queue_name"]) if fixes else ()
        status = self.status.replace("_", " ")
        return StoryAnswer(status, cause, (*more, *facts), helps=helps)

    @property
    def fix(self) -> PairFix | None:
        """Return the change that helps first, None if there is none.

        A queue that got a weight is helped where it is chosen.
        """
        found = self.advices.found if self.advices else ()
        own = (each for each in found if not each.is_policy)
        return next((it for it in own if self.failing or it.is_chosen), None)

    @property
    def policy_fix(self) -> PairFix | None:
        """Return the change of the policy that would do it too, None without one."""
        found = self.advices.found if self.advices else ()
        return next((each for each in found if each.is_policy), None)

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        weighed = self.weighed
        cut = weighed.cut if weighed else None
        return {
            **self.policy.document("explain.pair"),
            **self.chunk.ids,
            "queue_name": self.pair["queue_name"],
            "unified_name": self.pair["unified_name"],
            "status": self.status,
            "criterion": self.criterion,
            "reject_mask": self.pair["reject_mask"],
            "failing": [each.document() for each in self.failing],
            "counts": {
                "failing": len(self.failing),
                "passing": len(self.passing) - self._n_not_applying,
                "not_applying": self._n_not_applying,
            },
            "passing": [
                {name: it[name] for name in it if name not in _NOT_SHOWN}
                for it in self.passing
            ]
            if self.shows_passing
            else None,
            "changes": self.advices.documents() if self.advices else [],
            "weights": None if weighed is None else weighed.document(),
            "rank": weighed.rank if weighed and weighed.is_chosen else None,
            "cap": self.caps[0].document() if self.caps else None,
            "other_caps": [each.document() for each in self.caps[1:]],
            "cut": {name: cut[name] for name in cut if name != "is_ranked"}
            if cut
            else None,
            "held": self.gate.document() if self.gate else None,
            "remarks": list(self.remarks),
            "missing": [each.document() for each in self.absent],
            "job_brokerage": self.second,
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        time = clock(self.policy.snapshot_time)
        name = printable(self.pair["queue_name"])
        title = look.paint("bold", f"task {self.chunk.task} at {name}")
        lines = [f"{title} · {self.policy} · {time}", *self._outcome(look)]
        if self.asked_for != self.pair["queue_name"]:
            asked = printable(self.asked_for)
            lines.append(f"{asked} is unified: of its pseudo queues {name} is nearest.")
        lines += remark_lines((*self.remarks, *map(str, self.absent)), look)
        if self.ladder is not None and self.failing:
            lines += ["", *self.ladder.lines(look, self.failing[0].label)]
        for each in (*self.failing, *self.caps):
            lines += ["", *each.lines(look)]
        lines += second_lines(self.second, look)
        lines += self.advices.lines(look) if self.advices else []
        lines += passing_lines(self.passing, look) if self.shows_passing else []
        return [*lines, *self._siblings()]

    def _outcome(self, look: Display) -> list[str]:
        first, *more = self._sentences()
        if self.failing:
            text = f"{look.paint('bad', '✗ rejected')}: {' '.join((first, *more))}"
            return fold(text.split(" "), look.width)
        if self.weighed is None:
            return fold(f"- {first}".split(" "), look.width)
        if self.weighed.is_chosen:
            return [f"{look.paint('good', '✓ chosen')}: {first}", *more]
        return [f"{look.paint('wait', '✗ not chosen')}: {first}", *more]

    def _sentences(self) -> list[str]:
        """Return what became of the pair, without the sign before it."""
        if self.failing:
            tags = [f"{each.criterion}" for each in self.failing]
            tags[0] += " (reported)"
            texts = [f"{', '.join(tags)}.", self._counts()]
            if self.gate is not None:
                texts.append(f"Regardless of queue, the task is {self.gate}.")
            return texts
        if self.weighed is None:
            waits = self.gate or f"{self.chunk.status} by {self.chunk.criterion}"
            return [f"no criterion rejects the queue; the task is {waits}"]
        return self._weight(self.weighed)

    @property
    def _n_not_applying(self) -> int:
        """Return how many criteria do not apply to the pair."""
        return sum(not each["applies"] for each in self.passing)

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

    def _weight(self, weighed: Weighed) -> list[str]:
        formula = f"weight {weighed.formula}"
        if weighed.is_chosen:
            text = f"{weighed.place} of {self.n_chosen}"
            if weighed.draw is not None:
                text = weighed.draw.words
            return [f"{text}, {formula}", *filter(None, [weighed.above_cap])]
        lines = [f"no criterion rejects it; {weighed.why}", formula]
        return [*lines, f"{cut_text(weighed.cut)}."] if weighed.cut else lines

    def _siblings(self) -> list[str]:
        """Return what became of the other pseudo queues of the same queue."""
        if not self.siblings:
            return []
        tags = Counter(each["criterion"] or "weighed" for each in self.siblings)
        ordered = sorted(tags.items(), key=lambda it: (-it[1], it[0]))
        text = ", ".join(f"{n} × {tag}" for tag, n in ordered)
        name = printable(self.pair["unified_name"])
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
    selected, _ = decided_chunks(cycle, task, chunk)
    if selected.first_unit_no is None:
        why = ", ".join(filter(None, (selected.criterion, selected.reason)))
        text = f"task {task} was compared with no {cycle.program.chooses}"
        raise UsageError(f"{text}: {selected.status}", hint=printable(why))
    pairs = rows(cycle, "explain", "pairs", selected.key)
    weighed = weighed_of(cycle, selected)
    pair = nearest_pair(pairs, weighed, asked := found_pair(cycle, pairs, queue))
    name, unified = pair["queue_name"], pair["unified_name"]
    own = next((it for it in weighed if it.queue_name == name), None)
    failing, advices = _failing_pair(cycle, selected, pair, is_advised=is_advised)
    caps, reached = _beaten(cycle, selected, own, is_advised=is_advised)
    return PairStory(
        context_of(cycle),
        missing_tables(cycle),
        selected,
        pair,
        asked["queue_name"],
        [
            each
            for each in pairs
            if each["unified_name"] == unified
            and each["queue_name"] not in (name, unified)
        ],
        failing,
        own,
        sum(each.is_chosen for each in weighed),
        caps,
        advices or reached,
        gate_of(cycle, selected),
        pair_remarks(cycle, selected, unified),
        second_of(cycle, selected, name),
        ladder_of(cycle, selected) if cycle.program.asks else None,
        passing_of(cycle, selected, name),
        with_passing,
    )


def _failing_pair(
    cycle: FinishedCycle, chunk: Chunk, pair: Row, *, is_advised: bool
) -> tuple[tuple[Failing, ...], PairFixes | None]:
    """Return what fails with its values; where advised, also what would admit."""
    failing = failing_of(cycle, chunk, pair["queue_name"], pair["reject_mask"])
    if not failing:
        return (), None
    blockers = tuple(each.blocker for each in failing)
    blocked = BlockedPair(pair["queue_name"], pair["unified_name"], blockers)
    search = PairFixSearch(cycle, chunk)
    inputs = [dated(cycle, search.inputs(blocked, each)) for each in blockers]
    known = map(lambda each, its: replace(each, inputs=its), failing, inputs)
    if not is_advised:
        return tuple(known), None
    return tuple(known), _counted(search, chunk, search.advise(blocked))


def _counted(search: PairFixSearch, chunk: Chunk, fixes: PairFixes) -> PairFixes:
    """Return changes with the number of other decisions that they change."""
    return replace(fixes, found=tuple(counted(search, chunk, fixes.found)))


def _beaten(
    cycle: FinishedCycle, chunk: Chunk, weighed: Weighed | None, *, is_advised: bool
) -> tuple[tuple[Failing, ...], PairFixes | None]:
    """Return what took a weighed pair with its values; where advised, what helps.

    Of pairs of which one is drawn each may be chosen as it is.
    """
    if weighed is None or weighed.is_chosen:
        return (), None
    caps = caps_of(cycle, chunk, weighed.queue_name)
    if weighed.draw or not (caps or is_advised):
        return caps, None
    search = WeighedFixSearch(cycle, chunk, weighed, caps)
    inputs = dated(cycle, search.cap_inputs()) if caps else ()
    known = (*(replace(it, inputs=inputs) for it in caps[:1]), *caps[1:])
    if not is_advised:
        return known, None
    return known, _counted(search, chunk, search.advise_weighed())
