"""Where pairs stand on a drawing of queued over running jobs, both by powers of ten."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.web.scales import Tick, marks

#: The drawing and the part of it between the axes, in its own units.
WIDTH, HEIGHT = 640, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 628.0, 10.0, 338.0
#: Where nothing stands: half a job, so that it has a place on the axis.
_NONE = 0.5


@dataclass(frozen=True, slots=True)
class Point:
    """A mark for pairs that stand at one place; `row` is what is known of them."""

    x: float
    y: float
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scatter:
    """Marks between two axes, and the ends of the line on which a queue is full."""

    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    points: tuple[Point, ...]
    cap: tuple[float, float, float, float]


def scatter(load: Mapping[str, Any]) -> Scatter:
    """Return the drawing of `points` and of the cap of so many queued per running job.

    >>> drawn = scatter({"per_running": 2, "points": [
    ...     {"n_running": 10.0, "n_queued": 0}, {"n_running": 100.0, "n_queued": 200}]})
    >>> [(point.x > 60, point.y > 330) for point in drawn.points]
    [(True, True), (True, False)]
    >>> drawn.up[0].text
    '0'
    """
    points: Sequence[Mapping[str, Any]] = load["points"]
    per_running = float(load["per_running"])
    most_x = _most(row["n_running"] for row in points)
    most_y = max(_most(row["n_queued"] for row in points), per_running)

    def across(value: float) -> float:
        return _at(value, most_x, _LEFT, _RIGHT)

    def up(value: float) -> float:
        return _at(value, most_y, _BOTTOM, _TOP)

    first = max(_NONE, _NONE / per_running)
    last = min(most_x, most_y / per_running)
    return Scatter(
        _ticks(most_x, across),
        _ticks(most_y, up),
        tuple(Point(across(r["n_running"]), up(r["n_queued"]), r) for r in points),
        (
            across(first),
            up(per_running * first),
            across(last),
            up(per_running * last),
        ),
    )


def _most(values: Iterable[float]) -> float:
    return 1.3 * max(values, default=1.0)


def _at(value: float, most: float, start: float, end: float) -> float:
    part = math.log(max(value, _NONE) / _NONE) / math.log(max(most, 1.0) / _NONE)
    return round(start + part * (end - start), 1)


def _ticks(most: float, at: Any) -> tuple[Tick, ...]:
    shown = marks(0.0, math.log10(max(most, 1.0)))
    return (Tick(at(0.0), "0"), *(Tick(at(v), f"{v:,.0f}") for v in shown))
