"""How much is missing where one criterion alone stands, and who could change what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.knob import Move
from brokersql.explain.levers import lever_of
from brokersql.explain.queue import look_at
from brokersql.report.figures import count, quantity
from brokersql.report.look import Look
from brokersql.report.queries import number, rows
from brokersql.report.table import Column, lay_out

#: How wide the bar of the fullest class is.
_WIDEST = 8
_EIGHTHS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True, slots=True)
class Shortfalls:
    """Classes of what is missing: the upper edge of each, None for the last; pairs."""

    unit: str | None
    classes: tuple[tuple[float | None, int], ...]

    def document(self) -> dict[str, object] | None:
        """Return the classes for JSON; null where no two numbers are compared."""
        if not self.classes:
            return None
        counts = [{"up_to": edge, "pairs": n} for edge, n in self.classes]
        return {"unit": self.unit, "classes": counts}

    def lines(self, look: Look, rule: str = "") -> list[str]:
        """Return the classes for a reader, with a bar below each; `rule` names one."""
        if not self.classes:
            return []
        most = max(n for _, n in self.classes)
        last = self.classes[-2][0]
        edges = [
            f"> {quantity(last)}" if edge is None else f"≤ {quantity(edge)}"
            for edge, _ in self.classes
        ]
        head = " ".join(
            word for word in ("shortfall", self.unit, rule and f"({rule})") if word
        )
        columns = [Column(head), *(Column(edge, right=True) for edge in edges)]
        counts = [count(n) for _, n in self.classes]
        bars = [bar(n, most) for _, n in self.classes]
        return ["", *lay_out(columns, [["barred alone", *counts], ["", *bars]], look)]


def bar(n: int, most: int) -> str:
    """Return a bar as long as a number is large beside the largest.

    >>> bar(8, 8), bar(3, 48), bar(0, 8)
    ('████████', '▌', '')
    """
    whole, part = divmod(round(n * _WIDEST * 8 / most), 8) if most else (0, 0)
    return ("█" * whole + _EIGHTHS[part]).rstrip()


def shortfalls_of(cycle: Cycle, bit: int) -> Shortfalls:
    """Return what is missing by one rule where its criterion alone stands.

    The relation barred is needed.
    """
    cycle.show_reasons()
    found = rows(cycle, "explain", "criterion_shortfall", (bit,))
    unit = str(found[0]["unit"] or "") if found else ""
    classes = ((row["up_to"], number(row["n_pairs"])) for row in found)
    return Shortfalls(
        unit or None,
        tuple((None if edge is None else float(str(edge)), n) for edge, n in classes),
    )


def moves_of(
    cycle: Cycle, places: Sequence[tuple[str, int | None]]
) -> dict[tuple[str, int | None], Move]:
    """Return for queues and rules the change that the story of the queue tells first.

    A place is a queue and the bit of a rule. The relation nearest_pair does not stay.
    """
    found: dict[tuple[str, int | None], Move] = {}
    for queue, bit in places:
        if bit is None:
            continue
        look_at(cycle, queue)
        lever = lever_of(cycle, queue, bit)
        if lever is not None and lever.n_gained and lever.move is not None:
            found[queue, bit] = lever.move
    return found
