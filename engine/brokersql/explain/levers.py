"""What a queue could change first: its sole blockers, and what lifting them brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import pyarrow as pa

from brokersql.cycle import Cycle
from brokersql.explain.changes import united
from brokersql.explain.knob import Knobs, Move
from brokersql.explain.search import Ends, ends_of
from brokersql.explain.trials import Key, Problem, Trials
from brokersql.report.figures import count
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, query, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural, printable

_COLUMNS = (
    Column("criterion"),
    Column("tasks", right=True),
    Column("cores", right=True),
    Column("field"),
    Column("now", right=True),
    Column("to", right=True),
    Column("admits", right=True),
    Column("would choose it", right=True, drop=1),
)


@dataclass(frozen=True, slots=True)
class QueueLever:
    """A criterion that alone keeps tasks away, and the move that lifts it.

    `n_tasks` and `n_cores` is what it keeps away; `n_gained` the tasks that come in
    with the move, `n_chosen` those of them that would choose the queue.
    """

    criterion: str
    n_tasks: int
    n_cores: int
    move: Move | None
    n_gained: int = 0
    n_gained_cores: int = 0
    n_chosen: int = 0

    @property
    def options(self) -> list[str]:
        """Return the move as an option of `run`."""
        return [] if self.move is None else list(self.move.option)

    def document(self) -> dict[str, object]:
        """Return the lever as an object for JSON."""
        return {
            "criterion": self.criterion,
            "tasks": self.n_tasks,
            "cores": self.n_cores,
            "change": self.move.document() if self.move else None,
            "verified": self.n_gained > 0,
            "admits": {
                "tasks": self.n_gained,
                "cores": self.n_gained_cores,
                "chosen": self.n_chosen,
            },
        }

    @property
    def row(self) -> list[str | Cell]:
        """Return the lever as a row of the table."""
        kept = [self.criterion, count(self.n_tasks), count(self.n_cores)]
        if self.move is None:
            return [*kept, Cell("no single value", "dim"), "", "", "", ""]
        knob = self.move.knob
        unit = f" {knob.unit}" if knob.unit else ""
        moved = [knob.name, knob.shown(knob.present)]
        moved.append(f"{knob.shown(self.move.value)}{unit}")
        sign = " ✓" if self.n_gained else ""
        return [*kept, *moved, f"{count(self.n_gained)}{sign}", count(self.n_chosen)]


@dataclass(frozen=True, slots=True)
class QueueLevers:
    """The sole blockers of a queue, and how many tasks reject it with all the moves."""

    levers: tuple[QueueLever, ...] = ()
    n_rejected: int | None = None

    def documents(self) -> list[dict[str, object]]:
        """Return the levers for JSON."""
        return [each.document() for each in self.levers]

    @property
    def fix(self) -> QueueLever | None:
        """Return the change that lets most tasks in, None if there is none."""
        return next((each for each in self.levers if each.n_gained), None)

    def lines(self, look: Look) -> list[str]:
        """Return what to change first, for a reader."""
        if not self.levers:
            return []
        title = "What to change first (nothing else stands in the way of these tasks)"
        table = [each.row for each in self.levers]
        lines = ["", look.paint("bold", title), *lay_out(_COLUMNS, table, look)]
        if self.n_rejected is not None:
            told = "✓ = all tasks decided again with these changes together"
            lines.append(f"{told}: {plural(self.n_rejected, 'task')} rejected.")
        return lines


def levers_of(cycle: Cycle, queue: str, n_tried: int) -> QueueLevers:
    """Return `n_tried` sole blockers of a queue, what costs most first.

    For each a value is looked for that lets as many tasks in as it can. The relation
    nearest_pair is needed; afterwards it holds the pairs as they are with these values.
    """
    cycle.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))[:n_tried]
    trials, knobs = Trials(cycle), Knobs(cycle)
    moves: dict[int, Move] = {}
    for row in found:
        move = move_of(trials, knobs, queue, row)
        if move is not None:
            moves[number(row["bit"])] = move
    gained = _gained(cycle, trials, queue, moves, found)
    helping = {bit: move for bit, move in moves.items() if gained[bit]["n_tasks"]}
    if len(helping) < len(moves):  # a move that lets nobody in may keep others out
        moves, gained = helping, _gained(cycle, trials, queue, helping, found)
    levers = tuple(_lever(row, moves, gained) for row in found)
    if not moves:
        return QueueLevers(levers)
    outcomes = {row["outcome"]: row for row in rows(cycle, "explain", "queue_outcomes")}
    left = outcomes.get("rejected", {"n_tasks": 0})
    return QueueLevers(levers, number(left["n_tasks"]))


def _lever(
    row: Row, moves: Mapping[int, Move], gained: Mapping[int, Row]
) -> QueueLever:
    bit = number(row["bit"])
    lever = QueueLever(
        printable(str(row["criterion"])),
        number(row["n_tasks"]),
        number(row["n_cores"]),
        moves.get(bit),
    )
    if bit not in moves:
        return lever
    return replace(
        lever,
        n_gained=number(gained[bit]["n_tasks"]),
        n_gained_cores=number(gained[bit]["n_cores"]),
        n_chosen=number(gained[bit]["n_chosen"]),
    )


def move_of(trials: Trials, knobs: Knobs, queue: str, row: Row) -> Move | None:
    """Return the move of the queue's own rows that lets most of the tasks in.

    `row` is one of sole_blockers.
    """
    ends: list[Ends] = []
    for pair in cast("list[Mapping[str, float | None]]", row["ends"]):
        ends += ends_of(pair["asked"], pair["offered"])
    best: tuple[int, Move] | None = None
    for knob in knobs.of(number(row["bit"]), queue, "site"):
        search = knob.search(ends)
        problem = Problem(str(row["stem"]), _pairs(row), knob, search)
        (solved,) = trials.solve([problem])
        if solved.value is not None and (best is None or solved.n_left < best[0]):
            best = (solved.n_left, Move(knob, solved.value))
        if best is not None and not best[0]:
            break
    return None if best is None else best[1]


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


def _gained(
    cycle: Cycle,
    trials: Trials,
    queue: str,
    moves: Mapping[int, Move],
    found: Sequence[Row],
) -> dict[int, Row]:
    """Return what each move brings when all is decided again with all of them."""
    if not moves:
        return {}
    with trials.decided(united(moves.values())) as is_done:
        if not is_done:
            return {bit: {"n_tasks": 0} for bit in moves}
        after = cycle.database.table(query("explain", "nearest_pair"), (queue, False))
    lifted = [
        {"bit": number(row["bit"]), "jedi_task_id": key[0]}
        for row in found
        if number(row["bit"]) in moves
        for key in sorted(_pairs(row))
    ]
    cycle.database.register("nearest_pair", after)
    cycle.database.register("lifted", pa.Table.from_pylist(lifted))
    return {number(row["bit"]): row for row in rows(cycle, "explain", "gained")}
