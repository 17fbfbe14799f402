"""Charts over time: stacked bars and lines, one for each question about a history."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, chain, pairwise
from typing import Any

from brokersql.render.numbers import clock, figure, quantity
from brokersql.render.text import listed_few
from brokersql.scoreboard.board import tenths
from brokersql.web.charts import Chart

#: The part between the axes, in the units of the drawing (history.html): 440 by 190.
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 434.0, 10.0, 164.0
_TICKS_ACROSS, _TICKS_UP = 5, 4
#: Steps of an axis of time, h.
_HOURS = (1, 2, 3, 6, 12, 24, 48, 168, 336, 730, 2190, 8760)
#: A part that follows a longer gap than this many median ones is no wider than those.
_WIDEST = 1.5


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one kind of bars: `mark` is the class of its colour.

    `values` has one value per part of time, None where there is none.
    """

    name: str
    mark: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a chart answers: its `title`, the `unit` of its axis and its series.

    Bars of several series are stacked. `reference` is a value with a line and a name
    of its own, `note` stands below the title.
    """

    key: str
    title: str
    unit: str
    series: Sequence[Series]
    is_bars: bool = False
    reference: tuple[float, str] | None = None
    note: str = ""

    @property
    def is_known(self) -> bool:
        """Return whether there is anything to draw."""
        return any(
            value is not None and (value > 0 or not self.is_bars)
            for each in self.series
            for value in each.values
        )


def time_chart(question: Asked, times: Sequence[datetime]) -> Chart:
    """Return the drawing of a question, and the rows of the table with its figures.

    `bars` and `lines` are drawn in the colours of their `mark`, `across` and `up` are
    ticks, `bands` say the values of each part, `rows` and `series` are the table.

    >>> hours = [datetime(2025, 1, 1, hour) for hour in (0, 6, 12)]
    >>> asked = Asked("k", "How many?", "chunks", [Series("all", "n0", [2, 4, 1])])
    >>> drawn = time_chart(asked, hours)
    >>> [tick["text"] for tick in drawn["across"]], [it["text"] for it in drawn["up"]]
    (['01-01', '06:00', '12:00', '18:00'], ['0', '1', '2', '3', '4'])
    >>> drawn["lines"][0]["points"].split()[1]
    '175.3,10.0'
    """
    width = _median_gap(times)
    first, last = times[0], times[-1] + width
    length = (last - first) / timedelta(seconds=1)

    def across(time: datetime) -> float:
        part = (time - first) / timedelta(seconds=1) / length
        return round(_LEFT + part * (_RIGHT - _LEFT), 1)

    up_values = value_ticks(_most(question))
    most = up_values[-1]

    def up(value: float) -> float:
        return round(_BOTTOM - value / most * (_BOTTOM - _TOP), 1)

    edges = [
        min(following, time + _WIDEST * width)
        for time, following in zip(times, [*times[1:], last], strict=True)
    ]
    spans = [
        (across(time), across(edge)) for time, edge in zip(times, edges, strict=True)
    ]
    rows = [
        [_shown(each.values[at]) for each in question.series]
        for at, _ in enumerate(times)
    ]
    return {
        "question": question,
        "across": [
            {"x": across(time), "text": text} for time, text in _times(first, last)
        ],
        "up": [{"y": up(value), "text": _axis(value)} for value in up_values],
        "bars": _bars(question, spans, up) if question.is_bars else [],
        "lines": [] if question.is_bars else _lines(question, times, across, up),
        "reference": question.reference
        and {"y": up(question.reference[0]), "text": question.reference[1]},
        "bands": [
            {
                "x": start,
                "width": round(end - start, 1),
                "text": _band_text(question, clock(time), row),
            }
            for (start, end), time, row in zip(spans, times, rows, strict=True)
        ],
        "rows": [
            {"time": clock(time), "values": row}
            for time, row in zip(times, rows, strict=True)
        ],
        "last": [_last(each.values) for each in question.series],
    }


def _band_text(question: Asked, time: str, values: Sequence[str]) -> str:
    names = (each.name for each in question.series)
    shown = (f"{name} {value}" for name, value in zip(names, values, strict=True))
    return f"{time}: {', '.join(shown)}"


def _shown(value: float | None) -> str:
    """Return a value as a table has it; a mean of counts with one decimal.

    >>> _shown(34.99999999), _shown(35.25), _shown(0.7742)
    ('35', '35.2', '0.7742')
    """
    if value is None or value < 10:
        return quantity(value)
    whole = round(value)
    return f"{whole:,}" if abs(value - whole) < 1e-6 else f"{value:,.1f}"


def _last(values: Sequence[float | None]) -> str:
    return _shown(next((it for it in reversed(values) if it is not None), None))


def _axis(value: float) -> str:
    return f"{value:,.10g}" if value < 1e6 else figure(value)


def _median_gap(times: Sequence[datetime]) -> timedelta:
    gaps = sorted(b - a for a, b in pairwise(times))
    median = gaps[len(gaps) // 2] if gaps else timedelta()
    return median or timedelta(hours=1)


def _most(question: Asked) -> float:
    values = [[it or 0.0 for it in each.values] for each in question.series]
    tops = (
        map(sum, zip(*values, strict=True))
        if question.is_bars
        else chain.from_iterable(values)
    )
    return max([*tops, question.reference[0] if question.reference else 0.0])


def value_ticks(most: float) -> list[float]:
    """Return round values from 0 to the first that is not less than the largest.

    >>> value_ticks(37), value_ticks(0.8), value_ticks(0)
    ([0.0, 10.0, 20.0, 30.0, 40.0], [0.0, 0.2, 0.4, 0.6, 0.8], [0.0, 1.0])
    """
    if most <= 0:
        return [0.0, 1.0]
    power = 10.0 ** math.floor(math.log10(most / _TICKS_UP))
    step = next(
        size * power
        for size in (1, 2, 2.5, 5, 10)
        if size * power * _TICKS_UP >= most * (1 - 1e-9)
    )
    n_steps = math.ceil(most / step - 1e-9)
    return [float(f"{step * at:.10g}") for at in range(n_steps + 1)]


def _times(first: datetime, last: datetime) -> list[tuple[datetime, str]]:
    """Return round times between two, with the day where one begins."""
    hours = (last - first) / timedelta(hours=1)
    step = next((it for it in _HOURS if hours / it <= _TICKS_ACROSS), _HOURS[-1])
    start = datetime(first.year, 1, 1, tzinfo=first.tzinfo)
    at = math.ceil((first - start) / timedelta(hours=step) - 1e-9)
    found: list[tuple[datetime, str]] = []
    while (time := start + at * timedelta(hours=step)) <= last:
        is_day = step >= 24 or time.hour == 0
        shown = "%m-%d" if is_day else "%H:%M" if found else "%m-%d %H:%M"
        found.append((time, time.strftime(shown)))
        at += 1
    return found


def _bars(question: Asked, spans: Sequence[tuple[float, float]], up: Any) -> Any:
    """Return the bars of each series, those of the first at the bottom."""
    stacked = [
        [0.0, *accumulate(each.values[at] or 0.0 for each in question.series)]
        for at, _ in enumerate(spans)
    ]
    return [
        {
            "mark": each.mark,
            "path": "".join(
                f"M{start} {up(low)}H{max(end - _gap(end - start), start + 0.5):.1f}"
                f"V{up(high)}H{start}Z"
                for (start, end), levels in zip(spans, stacked, strict=True)
                for low, high in (levels[at : at + 2],)
                if high > low
            ),
        }
        for at, each in enumerate(question.series)
    ]


def _gap(width: float) -> float:
    """Return the space between two bars."""
    return 1.5 if width > 5 else 0.0


def _lines(question: Asked, times: Sequence[datetime], across: Any, up: Any) -> Any:
    drawn: list[Mapping[str, Any]] = []
    for each in question.series:
        points = [
            (across(time), up(value))
            for time, value in zip(times, each.values, strict=True)
            if value is not None
        ]
        if points:
            text = " ".join(f"{x},{y}" for x, y in points)
            drawn.append({"mark": each.mark, "points": text, "end": points[-1]})
    return drawn


#: What is asked of the parts of a history: key, title, unit and whether as bars; then
#: the columns of a part with the names and colours of their series.
_KNOWN: Sequence[tuple[str, str, str, bool, Sequence[tuple[str, str, str]]]] = (
    (
        *("decisions", "What became of the chunks?", "chunks in a cycle", True),
        (
            ("assigned", "assigned", "s-assigned"),
            ("pending", "pending", "s-pending"),
            ("throttled", "throttled", "s-throttled"),
        ),
    ),
    (
        *("jobs", "Which jobs did pilots get?", "jobs in a cycle", True),
        (
            ("matched", "matched", "s-assigned"),
            ("waiting", "still waiting", "s-pending"),
        ),
    ),
    (
        *("waits", "What waits, and what is stuck?", "chunks in a cycle", False),
        (
            ("pending", "without a queue", "n1"),
            ("capped", "of these: caps took the last queue", "n0"),
            ("starved", "of these: for {} or longer", "n4"),
        ),
    ),
    (
        *("queue_wait", "How long do assigned chunks wait at their queue?", "hours"),
        False,
        (("wait_p50_h", "median", "n0"), ("wait_p95_h", "95 %", "n1")),
    ),
    (
        *("evenness", "How evenly are shares used?", "Jain's index", False),
        (("jain_index", "Jain's index over global shares", "n0"),),
    ),
)
#: Most shares and criteria that have a line or a colour of their own.
_MOST_NAMED = 5
_OTHERS = "others"
_Rows = Sequence[Mapping[str, Any]]


def questions(course: Mapping[str, Any], starved: str) -> list[Asked]:
    """Return what is known of the course of a policy, each as one question.

    `starved` is after how long a chunk without a queue counts as starved, as text.
    """
    rows: _Rows = course["rows"]
    asked = [
        Asked(
            *(key, title, unit),
            [
                Series(name.format(starved), mark, [row[column] for row in rows])
                for column, name, mark in series
            ],
            is_bars=is_bars,
            reference=(1.0, "1: all alike") if key == "evenness" else None,
        )
        for key, title, unit, is_bars, series in _KNOWN
    ]
    asked.insert(3, _causes(course))
    asked += [_shares(course, scope) for scope in ("share", "group")]
    return [each for each in asked if each.is_known]


def standing(course: Mapping[str, Any]) -> str:
    """Return how things stand at last, in one sentence; '' where nothing is decided."""
    last = course["rows"][-1]
    when = "In the last cycle" if last["n_cycles"] == 1 else "In the last cycles"
    if last["assigned"] is None:
        if last["matched"] is None:
            return ""
        matched, waiting = _shown(last["matched"]), _shown(last["waiting"])
        return f"{when} pilots got {matched} jobs; {waiting} still wait."
    n_chunks = sum(last[name] for name in ("assigned", "pending", "throttled"))
    have = (
        f"{when} {_shown(last['assigned'])} of {_shown(n_chunks)} chunks have a queue"
    )
    found = [row for row in course["causes"] if row["part"] == last["part"]]
    found.sort(key=lambda row: (-row["chunks"], row["criterion"]))
    named = [f"{row['criterion']} {_shown(row['chunks'])}" for row in found]
    if not named:
        return f"{have}."
    return f"{have}. The others wait by {listed_few(named, _MOST_NAMED)}."


def _by_part(rows: _Rows, name: str, value: str) -> dict[str, dict[int, float]]:
    """Return the values of each name by the number of their part."""
    found: dict[str, dict[int, float]] = {}
    for row in rows:
        found.setdefault(row[name], {})[row["part"]] = row[value]
    return found


def _causes(course: Mapping[str, Any]) -> Asked:
    """Return what stopped the chunks that wait: the most common, then all others."""
    parts = [row["part"] for row in course["rows"]]
    found = _by_part(course["causes"], "criterion", "chunks")
    names = sorted(found, key=lambda name: (-sum(found[name].values()), name))
    series = [
        Series(name, f"n{at}", [found[name].get(part, 0.0) for part in parts])
        for at, name in enumerate(names[:_MOST_NAMED])
    ]
    if more := names[_MOST_NAMED:]:
        sums = [sum(found[name].get(part, 0.0) for name in more) for part in parts]
        series.append(Series(f"{len(more)} {_OTHERS}", "s-rejected", sums))
    note = (
        ""
        if course["has_reasons"]
        else "Rejected pairs were not written, so this is what the chunks say; a "
        "replay with --verdict reasons says which check took their last queue."
    )
    title = "What stopped the chunks without a queue?"
    return Asked("causes", title, "chunks in a cycle", series, True, note=note)


def _shares(course: Mapping[str, Any], scope: str) -> Asked:
    """Return how far shares, or groups of DIRAC, are from their targets."""
    parts = [row["part"] for row in course["rows"]]
    rows = [row for row in course["shares"] if row["scope"] == scope]
    targets = {row["name"]: row["target_percent"] for row in rows}
    found = _by_part(rows, "name", "used_ratio")
    names = sorted(targets, key=lambda name: (-targets[name], name))
    series = [
        Series(
            f"{name} ({tenths(targets[name])} %)",
            f"n{at}",
            [found[name].get(part) for part in parts],
        )
        for at, name in enumerate(names[:_MOST_NAMED])
    ]
    what = "shares" if scope == "share" else "groups"
    hidden = len(names) - len(series)
    largest = f"The {len(series)} {what} of the largest targets. " if hidden > 0 else ""
    return Asked(
        f"{scope}s",
        f"Do {what} get their targets?",
        "used ÷ target",
        series,
        reference=(1.0, "1: the target"),
        note=f"{largest}The target stands behind each name." if names else "",
    )


def changes_question(parts: _Rows) -> Asked:
    """Return which decisions change over time, of parts of two replays compared."""
    kinds = (
        ("newly_assigned", "newly assigned", "s-assigned"),
        ("no_longer_assigned", "no longer assigned", "s-failed"),
        ("another_queue", "another queue", "n0"),
        ("other", "other", "s-rejected"),
    )
    series = [
        Series(
            name,
            mark,
            [100 * row[kind] / max(row["decisions"], 1) for row in parts],
        )
        for kind, name, mark in kinds
    ]
    title = "Which decisions change?"
    return Asked("changes", title, "% of the decisions", series, is_bars=True)
