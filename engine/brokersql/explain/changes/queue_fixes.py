"""Changes of a queue's own rows: its sole blockers, what each change admits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.pair_fixes import united
from brokersql.explain.changes.search import Ends, ends_of
from brokersql.explain.changes.trials import Key, Problem, Trials
from brokersql.explain.changes.tunables import Move, Tunable, TunableFinder
from brokersql.explain.failing import RuleTag, rule_tags
from brokersql.render.numbers import count
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, plural
from brokersql.results.queries import Row, number, rows


def moves_at_queue(
    trials: Trials, tunables: TunableFinder, queue: str, row: Row
) -> list[Move]:
    """Return the moves of the queue's own rows that lift a criterion for tasks.

    What lets most of the tasks in stands first. `row` is one of sole_blockers.
    """
    own = tunables.of(number(row["bit"]), queue, "site")
    return queue_moves(
        trials, row, [part for each in own for part in each.single_choices()], own
    )


def queue_moves(
    trials: Trials,
    row: Row,
    tunables: Sequence[Tunable],
    own: Sequence[Tunable],
    also_pass: tuple[str, ...] = (),
) -> list[Move]:
    """Return moves of some tunables, what lets most of the tasks in first.

    They may be compared with `own` values; rules `also_pass` must not reject the tasks.
    """
    ends: list[Ends] = []
    for pair in cast("list[Mapping[str, float | None]]", row["ends"]):
        ends += ends_of(pair["asked"], pair["offered"])
    stem, pairs = str(row["stem"]), _pair_keys(row)
    found: list[tuple[int, Move]] = []
    for tunable in tunables:
        known = [each.number for each in own if each.number and each != tunable]
        others = [each for each in known if each]
        problem = Problem(stem, pairs, tunable, ends, others, also_pass)
        (solved,) = trials.solve([problem])
        if solved.value is not None:
            found.append((solved.n_left, Move(tunable, solved.value)))
        if found and not found[-1][0] and tunable.type != "VARCHAR":
            break
    return [move for _, move in sorted(found, key=lambda it: it[0])]


def _pair_keys(row: Row) -> frozenset[Key]:
    return frozenset(
        (
            number(pair["jedi_task_id"]),
            number(pair["chunk_no"]),
            str(pair["queue_name"]),
            number(pair["round"]),
        )
        for pair in cast("list[Row]", row["pairs"])
    )


_COLUMNS = (
    TableColumn("criterion"),
    TableColumn("tasks", right=True),
    TableColumn("cores", right=True),
    TableColumn("field"),
    TableColumn("now", right=True),
    TableColumn("to", right=True),
    TableColumn("admits", right=True),
    TableColumn("would choose it", right=True, drop=1),
)


#: How many moves for one criterion are decided at most.
_N_MOVES = 3


@dataclass(frozen=True, slots=True)
class QueueFix:
    """A rule that alone keeps tasks away, and the move that lifts it.

    `n_tasks` and `n_cores` is what it keeps away; `n_gained` the tasks that come in
    with the move alone, `n_chosen` those of them that would choose the queue, `n_lost`
    those that are shut out.
    """

    tag: RuleTag
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
        """Return the fix as an object for JSON."""
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
        """Return the fix as a row of the table."""
        kept = [str(self.tag), count(self.n_tasks), count(self.n_cores)]
        if self.move is None:
            return [*kept, Cell("no value of its own", "dim"), "", "", "", ""]
        tunable = self.move.tunable
        moved = [
            tunable.name,
            tunable.measured(tunable.present),
            tunable.measured(self.move.value),
        ]
        admits = f"{count(self.n_gained)} ✓"
        if self.n_lost:
            admits += f" ({count(self.n_lost)} shut out)"
        return [*kept, *moved, admits, count(self.n_chosen)]


@dataclass(frozen=True, slots=True)
class JointFix:
    """What the changes for two rules together let in.

    `n_tasks` are kept away by nothing but one of the two or both, `n_exact` by both.
    """

    tags: tuple[RuleTag, ...]
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
class QueueFixes:
    """The sole blockers of a queue, and how many tasks reject it with all the moves.

    `both` is what the first two bring together. For `n_untried` further blockers no
    value was looked for.
    """

    fixes: tuple[QueueFix, ...] = ()
    n_rejected: int | None = None
    n_untried: int = 0
    both: JointFix | None = None

    def documents(self) -> list[dict[str, object]]:
        """Return the fixes for JSON."""
        return [each.document() for each in self.fixes]

    @property
    def fix(self) -> QueueFix | None:
        """Return the change that lets most tasks in, None if there is none."""
        return next((each for each in self.fixes if each.n_gained), None)

    def lines(self, look: Display) -> list[str]:
        """Return what to change first, for a reader."""
        if not self.fixes:
            return []
        title = "What to change first (nothing else stands in the way of these tasks)"
        table = [each.row for each in self.fixes]
        lines = ["", look.paint("bold", title), *lay_out(_COLUMNS, table, look)]
        if self.n_untried:
            more = f"… and {count(self.n_untried)} more, for which nothing was tried"
            lines.append(look.paint("dim", more))
        if self.both is not None:
            lines += fold(str(self.both).split(" "), look.width)
        if self.n_rejected is not None:
            text = "✓ = all tasks decided again with the change alone; with all of them"
            verb = "is" if self.n_rejected == 1 else "are"
            n_tasks = plural(self.n_rejected, "task")
            lines.append(f"{text} {n_tasks} {verb} rejected.")
        return lines


def queue_fixes(cycle: FinishedCycle, queue: str, n_tried: int) -> QueueFixes:
    """Return `n_tried` sole blockers of a queue, what costs most first.

    For each a value is looked for that lets more tasks in, and fewer out, than others;
    all is decided again with it alone, and at last with all of them. The relation
    nearest_pair is needed; afterwards it holds the pairs as they are with these values.
    """
    cycle.pairs.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))
    bench, n_untried = _QueueTrials(cycle, queue), max(len(found) - n_tried, 0)
    fixes = tuple(bench.fix(row) for row in found[:n_tried])
    moves = [each.move for each in fixes if each.move is not None]
    if not moves:
        return QueueFixes(fixes, n_untried=n_untried)
    both = bench.both(fixes)
    return QueueFixes(fixes, bench.rejected_with(united(moves)), n_untried, both)


def queue_fix(cycle: FinishedCycle, queue: str, bit: int) -> QueueFix | None:
    """Return the fix of one sole blocker of a queue; None if it is none."""
    cycle.pairs.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))
    mine = next((row for row in found if row["bit"] == bit), None)
    return None if mine is None else _QueueTrials(cycle, queue).fix(mine)


class _QueueTrials:
    """Decides all tasks again with moves of one queue."""

    def __init__(self, cycle: FinishedCycle, queue: str) -> None:
        self._cycle = cycle
        self._queue = queue
        self._trials = Trials(cycle)
        self._tunables = TunableFinder(cycle)
        self._tags = rule_tags(cycle.program.criteria)
        self._moves: Sequence[Move] = ()
        pairs = cycle.database.table("from nearest_pair")
        cycle.database.register("pair_before", pairs)

    def fix(self, row: Row) -> QueueFix:
        """Return a sole blocker with the move that lets most tasks in, if one does."""
        fix = QueueFix(
            self._tags[number(row["bit"])],
            number(row["bit"]),
            number(row["n_tasks"]),
            number(row["n_cores"]),
        )
        left = moves_at_queue(self._trials, self._tunables, self._queue, row)[:_N_MOVES]
        also_pass: dict[Tunable, tuple[str, ...]] = {}
        while left and not (fix.n_gained and not fix.n_lost):
            move, tunable = left[0], left.pop(0).tunable
            if not self._decide([move]):
                continue
            other = self._moved(fix, move)
            if other.n_gained - other.n_lost > fix.n_gained - fix.n_lost:
                fix = other
            # a value that breaks other rules instead is looked for with them kept
            broken = () if other.n_gained else self._broken(tunable, fix)
            if not set(broken) <= set(also_pass.get(tunable, ())):
                also_pass[tunable] = (*also_pass.get(tunable, ()), *broken)
                own = self._tunables.of(number(row["bit"]), self._queue, "site")
                left[:0] = queue_moves(
                    self._trials, row, [tunable], own, also_pass[tunable]
                )
        return fix

    def both(self, fixes: Sequence[QueueFix]) -> JointFix | None:
        """Return what the first two changes that help bring together."""
        able = [each for each in fixes if each.n_gained and each.move is not None]
        moves = united([each.move for each in able[:2] if each.move is not None])
        if len(moves) < 2 or not self._decide(moves):
            return None
        gain = self._gained(able[:2])
        tags = tuple(each.tag for each in able[:2])
        return JointFix(tags, number(gain["n_tasks"]), number(gain["n_exact"]))

    def _gained(self, fixes: Sequence[QueueFix]) -> Row:
        """Return what comes in of what only the criteria of these fixes kept away."""
        mask = sum(1 << each.bit for each in fixes)
        (gain,) = rows(self._cycle, "explain", "gained", (mask,))
        return gain

    def _moved(self, fix: QueueFix, move: Move) -> QueueFix:
        """Return the fix with a move that nearest_pair holds, and what it brings."""
        gain = self._gained([fix])
        return replace(
            fix,
            move=move,
            n_gained=number(gain["n_tasks"]),
            n_gained_cores=number(gain["n_cores"]),
            n_chosen=number(gain["n_chosen"]),
            n_lost=number(gain["n_lost"]),
        )

    def _broken(self, tunable: Tunable, fix: QueueFix) -> tuple[str, ...]:
        """Return what rests on a value and keeps away the tasks now."""
        found = rows(self._cycle, "explain", "still_failing", (fix.bit,))
        mask = sum(1 << number(each["bit"]) for each in found)
        return self._tunables.resting_on(tunable, mask)

    def rejected_with(self, moves: Sequence[Move]) -> int | None:
        """Return how many tasks reject the queue with moves; None if impossible."""
        if not self._decide(moves):
            return None
        outcomes = rows(self._cycle, "explain", "queue_outcomes")
        counts = {row["outcome"]: number(row["n_tasks"]) for row in outcomes}
        return counts.get("rejected", 0)

    def _decide(self, moves: Sequence[Move]) -> bool:
        """Let nearest_pair hold the pairs of the queue with moves, if possible."""
        if moves == self._moves:
            return True
        database = self._cycle.database
        with self._trials.decided(moves) as is_done:
            if not is_done:
                return False
            text = sql_text("explain", "nearest_pair")
            after = database.table(text, (self._queue, False))
        database.register("nearest_pair", after)
        self._moves = moves
        return True
