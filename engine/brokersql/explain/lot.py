"""The draw of a nucleus: what chance each had, and which number was drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import figure, share
from brokersql.report.queries import rows

_LOTS = "lot"
_KEYS = ("chance", "u_from", "u_to", "u")


@dataclass(frozen=True, slots=True)
class Lot:
    """The part of a draw that takes a nucleus: above `u_from`, up to `u_to`.

    `chance` is the length of the part, `u` the number that was drawn, from 0 to 1.
    """

    chance: float
    u_from: float
    u_to: float
    u: float

    @property
    def percent(self) -> str:
        """Return the chance for a reader."""
        return share(self.chance, 1)

    def beside(self, weight: float, others: Sequence[float]) -> Lot:
        """Return the lot of a weight beside others, where only the chance counts."""
        total = weight + sum(others)
        return replace(self, chance=weight / total) if total else self

    @property
    def part(self) -> str:
        """Return the part of the draw for a reader."""
        return f"{figure(self.u_from)} – {figure(self.u_to)}"

    @property
    def words(self) -> str:
        """Return chance, part and drawn number in a few words."""
        return f"chance {self.percent}, for u in {self.part}; drawn u {figure(self.u)}"


def lot_document(lot: Lot | None) -> dict[str, object]:
    """Return a lot as keys for JSON; null where nothing was drawn."""
    return {name: None if lot is None else getattr(lot, name) for name in _KEYS}


def lots_of(cycle: Cycle, chunk: Chunk) -> Mapping[str, Lot]:
    """Return the lots of the nuclei of a task by name; none where nothing is drawn."""
    if _LOTS not in (statement.name for statement in cycle.program.select):
        return {}
    return {
        str(row["queue_name"]): Lot(*(float(str(row[name])) for name in _KEYS))
        for row in rows(cycle, "explain", "lots", (chunk.task,))
    }
