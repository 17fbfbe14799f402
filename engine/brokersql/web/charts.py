"""Coordinates of charts: shades of a map, logarithmic axes, a scatter plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

#: A drawing as its template reads it.
Chart = dict[str, Any]

#: Shades of a map, `h0` to `h9` of the style sheet.
_SHADES = 10
#: Left and right end of an axis in the units of its drawing.
_LEFT, _RIGHT = 12.0, 628.0
_ROWS = {"chosen": 11.0, "others": 24.0}
_TICKS = 6


def shade(n: int, most: int) -> int:
    """Return the shade of a count, from 0 to 9, by powers of ten up to the largest.

    >>> shade(1, 1000), shade(30, 1000), shade(1000, 1000), shade(1, 1)
    (0, 4, 9, 9)
    """
    if most <= 1:
        return _SHADES - 1
    part = math.log(max(n, 1)) / math.log(most)
    return min(_SHADES - 1, int(part * (_SHADES - 1) + 1e-9))


def percent(part: float, whole: float) -> str:
    """Return the width of a bar in percent.

    >>> percent(1, 3), percent(2, 0)
    ('33.33', '0')
    """
    return f"{100 * part / whole:.4g}" if whole else "0"


def largest(counts: Iterable[Mapping[str, int]]) -> int:
    """Return the largest count of a map by its lines."""
    return max((n for line in counts for n in line.values()), default=0)


def busiest(sites: Iterable[Mapping[str, Any]]) -> int:
    """Return the largest number of queued files on any link of a map."""
    links = (link for site in sites for link in site["links"] if link)
    return max((int(link["n_queued"] or 0) for link in links), default=0)


def log_scale(factor: Mapping[str, Any]) -> Chart:
    """Return `ticks` of the logarithmic axis of a factor, and the `strips` on it.

    A strip is the spread of one `side` at height `y`: `x` of five quantiles, and the
    `pairs` that come nearest to them. What is not positive is left out.
    """
    sides = {
        side: [q for q in factor[side]["quantiles"] if q > 0]
        for side in _ROWS
        if factor[side] is not None
    }
    values = [q for quantiles in sides.values() for q in quantiles]
    if not values:
        return {"ticks": [], "strips": []}
    low, high = math.log10(min(values)), math.log10(max(values))
    if high - low < 0.02:
        low, high = low - 0.01, high + 0.01

    def at(value: float) -> float:
        part = (math.log10(value) - low) / (high - low)
        return round(_LEFT + part * (_RIGHT - _LEFT), 1)

    strips = [
        {
            "side": side,
            "y": _ROWS[side],
            "x": [*map(at, quantiles)],
            "pairs": factor[side]["pairs"],
        }
        for side, quantiles in sides.items()
        if len(quantiles) == len(factor[side]["quantiles"])
    ]
    ticks = [{"x": at(value), "text": f"{value:.10g}"} for value in marks(low, high)]
    return {"ticks": ticks, "strips": strips}


def marks(low: float, high: float) -> list[float]:
    """Return round numbers between two powers of ten, few enough to be read.

    >>> marks(-0.1, 1.1), marks(0.1, 0.5), marks(1.02, 1.04)
    ([1.0, 3.0, 10.0], [1.5, 2.0, 3.0], [])
    """
    for steps in ((1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)):
        powers = range(math.floor(low), math.ceil(high) + 1)
        marks = [s * 10.0**p for p in powers for s in steps]
        inside = [mark for mark in marks if low <= math.log10(mark) <= high]
        if len(inside) >= 3:
            break
    every = max(1, -(-len(inside) // _TICKS))
    return inside[::every]


#: The part between the axes, in the units of the drawing (parts.html): 640 by 380.
_PLOT_LEFT, _PLOT_RIGHT, _TOP, _BOTTOM = 56.0, 628.0, 10.0, 338.0
#: Where nothing stands: half a job, so that it has a place on the axis.
_NONE = 0.5


def scatter_plot(load: Mapping[str, Any]) -> Chart:
    """Return the drawing of `points` and of the cap of so many queued per running job.

    `across` and `up` are the ticks of both axes, each of `points` has the `row` that
    it stands for, and `cap` holds the ends of the line on which a queue is full.

    >>> drawn = scatter_plot({"per_running": 2, "points": [
    ...     {"n_running": 10.0, "n_queued": 0}, {"n_running": 100.0, "n_queued": 200}]})
    >>> [(point["x"] > 60, point["y"] > 330) for point in drawn["points"]]
    [(True, True), (True, False)]
    >>> drawn["up"][0]["text"]
    '0'
    """
    points: Sequence[Mapping[str, Any]] = load["points"]
    per_running = float(load["per_running"])
    most_x = _most(row["n_running"] for row in points)
    most_y = max(_most(row["n_queued"] for row in points), per_running)

    def across(value: float) -> float:
        return _at(value, most_x, _PLOT_LEFT, _PLOT_RIGHT)

    def up(value: float) -> float:
        return _at(value, most_y, _BOTTOM, _TOP)

    first = max(_NONE, _NONE / per_running)
    last = min(most_x, most_y / per_running)
    return {
        "across": _ticks(most_x, across),
        "up": _ticks(most_y, up),
        "points": [
            {"x": across(row["n_running"]), "y": up(row["n_queued"]), "row": row}
            for row in points
        ],
        "cap": (
            across(first),
            up(per_running * first),
            across(last),
            up(per_running * last),
        ),
    }


def _most(values: Iterable[float]) -> float:
    return 1.3 * max(values, default=1.0)


def _at(value: float, most: float, start: float, end: float) -> float:
    part = math.log(max(value, _NONE) / _NONE) / math.log(max(most, 1.0) / _NONE)
    return round(start + part * (end - start), 1)


def _ticks(most: float, at: Callable[[float], float]) -> list[Chart]:
    shown = marks(0.0, math.log10(max(most, 1.0)))
    return [
        {"x": at(0.0), "text": "0"},
        *({"x": at(value), "text": f"{value:,.0f}"} for value in shown),
    ]
