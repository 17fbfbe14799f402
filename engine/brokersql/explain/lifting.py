"""Moves of a queue's own rows that lift a criterion for the tasks it alone bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from brokersql.explain.knob import Knob, Move
from brokersql.explain.knobs import Knobs
from brokersql.explain.search import Ends, ends_of
from brokersql.explain.trials import Key, Problem, Trials
from brokersql.report.queries import Row, number


def moves_at(trials: Trials, knobs: Knobs, queue: str, row: Row) -> list[Move]:
    """Return the moves of the queue's own rows that lift a criterion for tasks.

    What lets most of the tasks in stands first. `row` is one of sole_blockers.
    """
    own = knobs.of(number(row["bit"]), queue, "site")
    return moves_of(trials, row, [part for each in own for part in each.apart()], own)


def moves_of(
    trials: Trials,
    row: Row,
    knobs: Sequence[Knob],
    own: Sequence[Knob],
    beside: tuple[str, ...] = (),
) -> list[Move]:
    """Return moves of some knobs, what lets most of the tasks in first.

    They may be compared with `own` values; rules `beside` shall not bar the tasks.
    """
    ends: list[Ends] = []
    for pair in cast("list[Mapping[str, float | None]]", row["ends"]):
        ends += ends_of(pair["asked"], pair["offered"])
    stem, pairs = str(row["stem"]), _pairs(row)
    found: list[tuple[int, Move]] = []
    for knob in knobs:
        known = [each.number for each in own if each.number and each != knob]
        others = [each for each in known if each]
        problem = Problem(stem, pairs, knob, ends, others, beside)
        (solved,) = trials.solve([problem])
        if solved.value is not None:
            found.append((solved.n_left, Move(knob, solved.value)))
        if found and not found[-1][0] and knob.type != "VARCHAR":
            break
    return [move for _, move in sorted(found, key=lambda it: it[0])]


def _pairs(row: Row) -> frozenset[Key]:
    return frozenset(
        (
            number(pair["jedi_task_id"]),
            number(pair["chunk_no"]),
            str(pair["queue_name"]),
            number(pair["round"]),
        )
        for pair in cast("list[Row]", row["pairs"])
    )
