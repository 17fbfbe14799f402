"""Rejected queues that lack least: those that one criterion alone keeps out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from brokersql.cycle import Cycle
from brokersql.explain.advice import standing
from brokersql.explain.barrier import Barrier, Blocked
from brokersql.explain.chunk import Chunk
from brokersql.explain.emptiness import QUEUES, no_partners, outside_frame
from brokersql.explain.failing import look_at
from brokersql.explain.near import Near, NearAdviser
from brokersql.explain.search import ends_of
from brokersql.report.figures import asked, grouped, quantity
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import fold, header_of, many, plural, printable


@dataclass(frozen=True, slots=True)
class Miss:
    """The nearest pseudo queue of a rejected queue, and its reported reason."""

    queue_name: str
    unified_name: str
    n_failing: int
    bit: int
    criterion: str
    detail: str
    requested: float | None
    operator: str | None
    offered: float | None
    unit: str | None

    def document(self) -> dict[str, object]:
        """Return the miss as an object for JSON."""
        return {
            "queue_name": self.queue_name,
            "unified_name": self.unified_name,
            "n_failing": self.n_failing,
            "criterion": self.criterion,
            "detail": self.detail,
            "unit": self.unit,
            "requested": self.requested,
            "operator": self.operator,
            "offered": self.offered,
        }


@dataclass(frozen=True, slots=True)
class Misses:
    """The rejected queues that fail fewest criteria, nearest first.

    `n_rejected` counts the others too; `outside` says why some are no candidates,
    `no_partners` that there are none at all.
    """

    n_rejected: int
    closest: tuple[Miss, ...]
    outside: tuple[tuple[str, int], ...]
    noun: str
    near: Near
    no_partners: str

    @property
    def nearest(self) -> list[Miss]:
        """Return the queues that fail on one criterion only.

        Those that a change admits stand first, by the rank that it leads to.
        """
        found = [each for each in self.closest if each.n_failing == 1]
        return sorted(found, key=self._standing)

    def _standing(self, miss: Miss) -> tuple[bool, float]:
        advice = self.near.advice.get(miss.queue_name)
        return (advice is None, 0.0 if advice is None else standing(advice))

    def documents(self) -> list[dict[str, object]]:
        """Return the queues that fail on one criterion only, for JSON."""
        return [
            each.document()
            | {
                "change": advice.document() if advice else None,
                "tried": self.near.is_tried(each.queue_name),
            }
            for each in self.nearest
            for advice in [self.near.advice.get(each.queue_name)]
        ]

    def lines(self, look: Look) -> list[str]:
        """Return the nearest misses for a reader."""
        if not self.closest:
            none = self.no_partners or f"No {self.noun} rejects this task."
            return self._out() if self.outside else [none]
        nearest = self.nearest
        if not nearest:
            first = self.closest[0]
            name = printable(first.queue_name)
            fails = plural(first.n_failing, "criterion")
            told = f"the closest {self.noun}, {name}, fails {fails}"
            return [f"No single change helps: {told}."]
        few, all_of = len(nearest), plural(self.n_rejected, f"rejected {self.noun}")
        verb = "fails" if few == 1 else "fail"
        title = f"Nearest misses ({few} of the {all_of} {verb} on one criterion only)"
        table = [_row(each, self.near) for each in nearest]
        lines = [look.paint("bold", title), *lay_out(self._columns(), table, look)]
        for told in self._legend():
            folded = fold(told.split(" "), look.width)
            lines += [look.paint("dim", line) for line in folded]
        return lines

    def _legend(self) -> Iterator[str]:
        """Yield what the words and signs of the table mean."""
        if self.near.advice:
            yield "✓ = decided again with the change; nothing else is changed."
        remarks = {each.remark: None for each in self.near.advice.values()}
        for remark in filter(None, remarks):
            yield f"The queue is then admitted, but {remark}."
        names = {each.queue_name for each in self.nearest}
        if not self.near.advice and names <= self.near.tried:
            these = f"one of these {many(self.noun)}"
            yield f"No single change helps: no value admits {these}."

    def _columns(self) -> list[Column]:
        led_to = (advice.weighed for advice in self.near.advice.values())
        is_drawn = any(weighed.lot for weighed in led_to if weighed)
        return [
            Column(header_of(self.noun), cut="middle"),
            Column("only blocker"),
            Column("asked", right=True, drop=2),
            Column("offered", right=True, drop=2),
            Column("change that admits", cut="stack"),
            Column("chance" if is_drawn else "rank", right=True, drop=3),
            Column("detail", cut="end", drop=1),
        ]

    def _out(self) -> list[str]:
        """Return why no queue is a candidate."""
        told = [
            f"{plural(n, self.noun)}: {printable(text)}" for text, n in self.outside
        ]
        return ["Outside the frame of candidates (-not_candidate)", *told]


def _row(each: Miss, near: Near) -> list[str | Cell]:
    unit = each.unit or ""
    known = [asked(each.requested, each.operator), quantity(each.offered)]
    are_known = each.requested is not None and each.offered is not None
    numbers = [f"{text} {unit}".rstrip() if are_known else "" for text in known]
    advice = near.advice.get(each.queue_name)
    if advice is None:
        told = "none" if near.is_tried(each.queue_name) else "not tried"
        change = Cell(told if near.is_asked else "", "dim")
    else:
        words = [
            word for it in advice.moves for word in (it.knob.name, f"{it.words} ✓")
        ]
        change = Cell(" ".join(words), parts=tuple(words))
    rank = advice.weighed.standing if advice and advice.weighed else ""
    return [
        each.queue_name,
        each.criterion,
        *numbers,
        change,
        rank,
        grouped(each.detail),
    ]


def misses_of(cycle: Cycle, chunk: Chunk, n_advised: int) -> Misses:
    """Return the rejected queues of a chunk, of each its nearest pseudo queue.

    Queues that are admitted are not among them. For the first `n_advised` that rest on
    a value of their own a change is looked for.
    """
    near = rows(cycle, "explain", "near_queue", chunk.key)
    few = [row for row in near if row["n_failing"] == near[0]["n_failing"]]
    closest = _closest(cycle, chunk, few)
    nearest = [each for each in closest if each.n_failing == 1 and n_advised]
    blocked = [_blocked(cycle, each) for each in nearest]
    return Misses(
        len(near),
        tuple(closest),
        tuple(outside_frame(cycle, QUEUES, (chunk.task, chunk.chunk))),
        cycle.program.chooses,
        NearAdviser(cycle, chunk, blocked).advise(n_advised)
        if blocked
        else Near(is_asked=n_advised > 0),
        no_partners(cycle),
    )


def _closest(cycle: Cycle, chunk: Chunk, near: Sequence[Row]) -> list[Miss]:
    """Return queues with what fails there, by how little is missing."""
    if not near:
        return []
    masks = {str(row["queue_name"]): number(row["reject_mask"]) for row in near}
    look_at(cycle, chunk, masks)
    return [_miss(row) for row in rows(cycle, "explain", "nearest")]


def _blocked(cycle: Cycle, miss: Miss) -> Blocked:
    ends = ends_of(miss.requested, miss.offered)
    barrier = Barrier(miss.bit, _stem(cycle, miss.bit), miss.criterion, ends)
    return Blocked(miss.queue_name, miss.unified_name, (barrier,))


def _stem(cycle: Cycle, bit: int) -> str:
    """Return the name of the rule file that sets a bit."""
    (stem,) = (each.stem for each in cycle.program.criteria if each.bit == bit)
    return stem


def _miss(row: Row) -> Miss:
    return Miss(
        str(row["queue_name"]),
        str(row["unified_name"]),
        number(row["n_failing"]),
        number(row["bit"]),
        str(row["criterion"]),
        str(row["detail"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("str | None", row["unit"]),
    )
