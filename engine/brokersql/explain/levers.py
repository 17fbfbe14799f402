"""What a queue could change first: its sole blockers, and what lifting them brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brokersql.cycle import Cycle
from brokersql.explain.changes import united
from brokersql.explain.knob import Knob, Move
from brokersql.explain.knobs import Knobs
from brokersql.explain.lifting import moves_at, moves_of
from brokersql.explain.tag import Tag, tags_of
from brokersql.explain.trials import Trials
from brokersql.report.figures import count
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, query, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import fold, plural

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


#: How many moves for one criterion are decided at most.
_N_MOVES = 3


@dataclass(frozen=True, slots=True)
class QueueLever:
    """A rule that alone keeps tasks away, and the move that lifts it.

    `n_tasks` and `n_cores` is what it keeps away; `n_gained` the tasks that come in
    with the move alone, `n_chosen` those of them that would choose the queue, `n_lost`
    those that are shut out.
    """

    tag: Tag
    bit: int
    n_tasks: int
    n_cores: int
    move: Move | None = None
    n_gained: int = 0
    n_gained_cores: int = 0
    n_chosen: int = 0
    n_lost: int = 0

    @property
    def remark(self) -> str:
        """Return nothing: the tasks that it lets in are counted."""
        return ""

    @property
    def options(self) -> list[str]:
        """Return the move as an option of `run`."""
        return [] if self.move is None else list(self.move.option)

    def document(self) -> dict[str, object]:
        """Return the lever as an object for JSON."""
        return {
            "criterion": self.tag.criterion,
            "rule": self.tag.rule,
            "tasks": self.n_tasks,
            "cores": self.n_cores,
            "change": self.move.document() if self.move else None,
            "verified": self.n_gained > 0,
            "admits": {
                "tasks": self.n_gained,
                "cores": self.n_gained_cores,
                "chosen": self.n_chosen,
                "shut_out": self.n_lost,
            },
        }

    @property
    def row(self) -> list[str | Cell]:
        """Return the lever as a row of the table."""
        kept = [str(self.tag), count(self.n_tasks), count(self.n_cores)]
        if self.move is None:
            return [*kept, Cell("no value of its own", "dim"), "", "", "", ""]
        knob = self.move.knob
        moved = [knob.name, knob.measured(knob.present), knob.measured(self.move.value)]
        admits = f"{count(self.n_gained)} ✓"
        if self.n_lost:
            admits += f" ({count(self.n_lost)} shut out)"
        return [*kept, *moved, admits, count(self.n_chosen)]


@dataclass(frozen=True, slots=True)
class Both:
    """What the changes for two rules together let in.

    `n_tasks` are kept away by nothing but one of the two or both, `n_exact` by both.
    """

    tags: tuple[Tag, ...]
    n_tasks: int
    n_exact: int

    def document(self) -> dict[str, object]:
        """Return what comes in as an object for JSON."""
        return {
            "criteria": [each.criterion for each in self.tags],
            "tasks": self.n_tasks,
            "failing_both": self.n_exact,
        }

    def __str__(self) -> str:
        names = " and ".join(map(str, self.tags))
        exact = f"{count(self.n_exact)} of them fail on both and nothing else"
        admits = plural(self.n_tasks, "task")
        return f"The changes for {names} together admit {admits}; {exact}."


@dataclass(frozen=True, slots=True)
class QueueLevers:
    """The sole blockers of a queue, and how many tasks reject it with all the moves.

    `both` is what the first two bring together. For `n_untried` further blockers no
    value was looked for.
    """

    levers: tuple[QueueLever, ...] = ()
    n_rejected: int | None = None
    n_untried: int = 0
    both: Both | None = None

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
        if self.n_untried:
            more = f"… and {count(self.n_untried)} more, for which nothing was tried"
            lines.append(look.paint("dim", more))
        if self.both is not None:
            lines += fold(str(self.both).split(" "), look.width)
        if self.n_rejected is not None:
            told = "✓ = all tasks decided again with the change alone; with all of them"
            verb = "is" if self.n_rejected == 1 else "are"
            n_tasks = plural(self.n_rejected, "task")
            lines.append(f"{told} {n_tasks} {verb} rejected.")
        return lines


def levers_of(cycle: Cycle, queue: str, n_tried: int) -> QueueLevers:
    """Return `n_tried` sole blockers of a queue, what costs most first.

    For each a value is looked for that lets more tasks in, and fewer out, than others;
    all is decided again with it alone, and at last with all of them. The relation
    nearest_pair is needed; afterwards it holds the pairs as they are with these values.
    """
    cycle.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))
    bench, n_untried = _Bench(cycle, queue), max(len(found) - n_tried, 0)
    levers = tuple(bench.lever(row) for row in found[:n_tried])
    moves = [each.move for each in levers if each.move is not None]
    if not moves:
        return QueueLevers(levers, n_untried=n_untried)
    both = bench.both(levers)
    return QueueLevers(levers, bench.rejected_with(united(moves)), n_untried, both)


def lever_of(cycle: Cycle, queue: str, bit: int) -> QueueLever | None:
    """Return one sole blocker of a queue as levers_of tells it; None if it is none."""
    cycle.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))
    mine = next((row for row in found if row["bit"] == bit), None)
    return None if mine is None else _Bench(cycle, queue).lever(mine)


class _Bench:
    """Decides all tasks again with moves of one queue."""

    def __init__(self, cycle: Cycle, queue: str) -> None:
        self._cycle = cycle
        self._queue = queue
        self._trials = Trials(cycle)
        self._knobs = Knobs(cycle)
        self._tags = tags_of(cycle.program.criteria)
        self._held: Sequence[Move] = ()
        pairs = cycle.database.table("from nearest_pair")
        cycle.database.register("pair_before", pairs)

    def lever(self, row: Row) -> QueueLever:
        """Return a sole blocker with the move that lets most tasks in, if one does."""
        lever = QueueLever(
            self._tags[number(row["bit"])],
            number(row["bit"]),
            number(row["n_tasks"]),
            number(row["n_cores"]),
        )
        left = moves_at(self._trials, self._knobs, self._queue, row)[:_N_MOVES]
        beside: dict[Knob, tuple[str, ...]] = {}
        while left and not (lever.n_gained and not lever.n_lost):
            move, knob = left[0], left.pop(0).knob
            if not self._decide([move]):
                continue
            other = self._moved(lever, move)
            if other.n_gained - other.n_lost > lever.n_gained - lever.n_lost:
                lever = other
            # a value that breaks other rules instead is looked for beside them
            broken = () if other.n_gained else self._broken(knob, lever)
            if not set(broken) <= set(beside.get(knob, ())):
                beside[knob] = (*beside.get(knob, ()), *broken)
                own = self._knobs.of(number(row["bit"]), self._queue, "site")
                left[:0] = moves_of(self._trials, row, [knob], own, beside[knob])
        return lever

    def both(self, levers: Sequence[QueueLever]) -> Both | None:
        """Return what the first two changes that help bring together."""
        able = [each for each in levers if each.n_gained and each.move is not None]
        moves = united([each.move for each in able[:2] if each.move is not None])
        if len(moves) < 2 or not self._decide(moves):
            return None
        gain = self._gained(able[:2])
        tags = tuple(each.tag for each in able[:2])
        return Both(tags, number(gain["n_tasks"]), number(gain["n_exact"]))

    def _gained(self, levers: Sequence[QueueLever]) -> Row:
        """Return what comes in of what only the criteria of levers kept away."""
        mask = sum(1 << each.bit for each in levers)
        (gain,) = rows(self._cycle, "explain", "gained", (mask,))
        return gain

    def _moved(self, lever: QueueLever, move: Move) -> QueueLever:
        """Return the lever with a move that nearest_pair holds, and what it brings."""
        gain = self._gained([lever])
        return replace(
            lever,
            move=move,
            n_gained=number(gain["n_tasks"]),
            n_gained_cores=number(gain["n_cores"]),
            n_chosen=number(gain["n_chosen"]),
            n_lost=number(gain["n_lost"]),
        )

    def _broken(self, knob: Knob, lever: QueueLever) -> tuple[str, ...]:
        """Return what rests on a value and keeps away the tasks now."""
        found = rows(self._cycle, "explain", "still_failing", (lever.bit,))
        mask = sum(1 << number(each["bit"]) for each in found)
        return self._knobs.resting_on(knob, mask)

    def rejected_with(self, moves: Sequence[Move]) -> int | None:
        """Return how many tasks reject the queue with moves; None if impossible."""
        if not self._decide(moves):
            return None
        outcomes = rows(self._cycle, "explain", "queue_outcomes")
        counts = {row["outcome"]: number(row["n_tasks"]) for row in outcomes}
        return counts.get("rejected", 0)

    def _decide(self, moves: Sequence[Move]) -> bool:
        """Let nearest_pair hold the pairs of the queue with moves, if possible."""
        if moves == self._held:
            return True
        database = self._cycle.database
        with self._trials.decided(moves) as is_done:
            if not is_done:
                return False
            text = query("explain", "nearest_pair")
            after = database.table(text, (self._queue, False))
        database.register("nearest_pair", after)
        self._held = moves
        return True
