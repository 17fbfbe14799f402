"""What throttles a task of analysis: uses, limits, the outcome without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brokersql.cycle import DECISION, FinishedCycle
from brokersql.explain.chunk import Chunk, chunks_of
from brokersql.explain.context import Input, input_of
from brokersql.explain.ladder import Ladder, ladder_of
from brokersql.explain.weights import weighed_of
from brokersql.render.numbers import grouped, quantity
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows

_THROTTLES = (
    TableColumn(""),
    TableColumn("throttle"),
    TableColumn("value", right=True),
    TableColumn("limit", right=True),
    TableColumn("unit"),
    TableColumn("what frees it", cut="end"),
)


@dataclass(frozen=True, slots=True)
class Throttle:
    """One use and its limit; None where it is not known, or there is no limit.

    `inputs` are values behind it whose age is known; all others are of the snapshot.
    """

    criterion: str
    what: str
    used: float | None
    most: float | None
    unit: str
    inputs: tuple[Input, ...]

    @property
    def excess(self) -> float | None:
        """Return how much is beyond the limit; None where nothing is."""
        if self.used is None or self.most is None or self.used <= self.most:
            return None
        return self.used - self.most

    def document(self) -> dict[str, object]:
        """Return the throttle as an object for JSON."""
        return {
            "criterion": self.criterion,
            "what": self.what,
            "value": self.used,
            "limit": self.most,
            "unit": self.unit,
            "excess": self.excess,
            "inputs": [each.document() for each in self.inputs],
        }

    def row(self, look: Display) -> list[str | Cell]:
        """Return the throttle as a row of a table."""
        is_over = self.excess is not None
        sign = Cell("✗", "throttled") if is_over else Cell("✓", "good")
        value = "–" if self.used is None else quantity(round(self.used, 1))
        limit = "–" if self.most is None else quantity(round(self.most, 1))
        frees = ""
        if self.excess is not None:
            frees = f"{quantity(round(self.excess, 1))} {self.unit} less"
        elif self.used is None:
            frees = "not known, or too old to count"
        elif self.most is None:
            frees = "no limit"
        return [sign, self.what, value, limit, self.unit, frees]


def throttle_lines(throttles: Sequence[Throttle], look: Display) -> list[str]:
    """Return all throttles with their use, for a reader."""
    if not throttles:
        return ["No cap, share or quota is known for this user."]
    lines = lay_out(_THROTTLES, [each.row(look) for each in throttles], look)
    for each in throttles:
        if each.inputs:
            text = " · ".join(it.text(look) for it in each.inputs)
            lines.append(f"{each.what} rests on: {text}")
    return lines


def merged(tables: Sequence[tuple[Throttle, ...]]) -> tuple[Throttle, ...]:
    """Return one of equal tables; of the values behind each use the oldest."""
    found: list[Throttle] = []
    for same in zip(*tables, strict=True):
        every = sorted(
            (it for each in same for it in each.inputs), key=lambda it: it.age_s
        )
        oldest = {each.source: each for each in every}
        inputs = tuple(oldest[source] for source in sorted(oldest))
        found.append(replace(same[0], inputs=inputs))
    return tuple(found)


def throttles_of(
    cycle: FinishedCycle, tasks: Sequence[int]
) -> dict[int, tuple[Throttle, ...]]:
    """Return for each task of analysis what could throttle it, with use and limit."""
    if not cycle.database.has("analysis_task"):
        return {}
    inputs: dict[tuple[int, str], tuple[Input, ...]] = {}
    for row in rows(cycle, "explain", "throttle_inputs", (tasks,)):
        inputs[_key(row)] = (*inputs.get(_key(row), ()), input_of(row))
    throttles: dict[int, tuple[Throttle, ...]] = {}
    for name in ("throttle_caps", "throttle_quotas"):
        for row in rows(cycle, "explain", name, (tasks,)):
            task = number(row["jedi_task_id"])
            throttle = _throttle(row, inputs.get(_key(row), ()))
            throttles[task] = (*throttles.get(task, ()), throttle)
    return throttles


def n_waiting_alike(cycle: FinishedCycle, chunk: Chunk) -> int:
    """Return how many other tasks of its owner wait by what throttles a chunk."""
    (found,) = rows(cycle, "explain", "throttled_alike", (chunk.task, chunk.criterion))
    return number(found["n_tasks"])


def _throttle(row: Row, inputs: tuple[Input, ...]) -> Throttle:
    return Throttle(
        str(row["criterion"]),
        str(row["what"]),
        _number_or_none(row["used"]),
        _number_or_none(row["most"]),
        str(row["unit"]),
        inputs,
    )


def _key(row: Row) -> tuple[int, str]:
    return number(row["jedi_task_id"]), str(row["criterion"])


def _number_or_none(value: object) -> float | None:
    return None if value is None else float(str(value))


@dataclass(frozen=True, slots=True)
class Unthrottled:
    """The outcome of a chunk without its throttle; `best` is the queue of rank 1."""

    chunk: Chunk
    ladder: Ladder
    n_passing: int
    best: str | None

    def document(self) -> dict[str, object]:
        """Return the outcome as an object for JSON."""
        return {
            **self.chunk.result,
            "n_initial": self.ladder.n_initial,
            "n_passing": self.n_passing,
            "best": self.best,
        }

    def __str__(self) -> str:
        chunk, last = self.chunk, self.ladder.last
        of = plural(self.ladder.n_initial, "queue")
        if self.best is not None:
            text = f"{self.n_passing} of {of} would pass, best {printable(self.best)}"
        elif chunk.criterion not in (None, "-no_candidates"):
            reason = grouped(printable(chunk.reason or ""))
            text = f"it would wait by {chunk.criterion}: {reason}"
        else:
            after = f" after '{last.label}'" if last else ""
            text = f"none of {of} would be left{after}"
        return f"If it were not throttled: {text} (verified)."


def without_throttle(cycle: FinishedCycle, chunk: Chunk) -> Unthrottled:
    """Return what a throttled chunk comes to when it is decided without throttles."""
    with cycle.what_if(unthrottled=chunk.task, wanted=(*DECISION, "funnel")):
        found = chunks_of(cycle, chunk.task)
        free = next(each for each in found if each.chunk == chunk.chunk)
        weighed = weighed_of(cycle, free)
        ladder = ladder_of(cycle, free)
    best = next((each.queue_name for each in weighed if each.is_chosen), None)
    n_passing = len({each.unified_name for each in weighed})
    return Unthrottled(free, ladder, n_passing, best)
