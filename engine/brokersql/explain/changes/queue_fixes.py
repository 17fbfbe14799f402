"""Changes of a queue's own rows: its sole blockers, what each change admits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.nearest_value import Ends, ends_of
from brokersql.explain.changes.pair_fixes import united
from brokersql.explain.changes.search import (
    ChangeSearch,
    DecisionCounter,
    Fix,
    Goal,
    Key,
)
from brokersql.explain.changes.tunables import Move, Tunable
from brokersql.explain.failing import RuleTag, rule_tags
from brokersql.render.numbers import count
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, plural
from brokersql.results.queries import Row, number, rows


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
    "criterion",
    ">tasks",
    ">cores",
    TableColumn("whose", drop=2),
    "field",
    ">now",
    ">to",
    ">admits",
    TableColumn("would choose it", right=True, drop=1),
    TableColumn("decisions change", right=True, drop=3),
)


#: How many moves for one criterion are decided at most.
_N_MOVES = 3


@dataclass(frozen=True, slots=True)
class QueueFix(Fix):
    """A rule that alone keeps tasks away, and the move that lifts it, if one does.

    `n_tasks` and `n_cores` is what it keeps away; `n_gained` the tasks that come in
    with the move alone, `n_chosen` those of them that would choose the queue, `n_lost`
    those that are shut out.
    """

    tag: RuleTag
    bit: int
    n_tasks: int
    n_cores: int
    n_gained: int = 0
    n_gained_cores: int = 0
    n_chosen: int = 0
    n_lost: int = 0

    @property
    def move(self) -> Move | None:
        """Return the move, None where no value was found."""
        return next(iter(self.moves), None)

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
            "changed_decisions": self.others.document() if self.others else None,
        }

    @property
    def sentence(self) -> str:
        """Return in a sentence the moves, whose they are, and what they let in."""
        values = ", ".join(f"{it.tunable.name} {it.words}" for it in self.moves)
        text = f"{' and '.join(self.owners)}: {values} admits"
        text += f" {plural(self.n_gained, 'task')} that {self.tag} keeps away"
        if self.n_lost:
            text += f" and shuts {count(self.n_lost)} out"
        chosen = f"{count(self.n_chosen)} would choose it"
        return "; ".join(filter(None, (f"{text} ✓", chosen, self.spread)))

    @property
    def row(self) -> list[str | Cell]:
        """Return the fix as a row of the table."""
        kept = [str(self.tag), count(self.n_tasks), count(self.n_cores)]
        if self.move is None:
            return [*kept, "", Cell("no single value known", "dim"), *[""] * 5]
        tunable = self.move.tunable
        moved = [
            tunable.name,
            tunable.measured(tunable.present),
            tunable.measured(self.move.value),
        ]
        admits = f"{count(self.n_gained)} ✓"
        if self.n_lost:
            admits += f" ({count(self.n_lost)} shut out)"
        spread = "" if self.others is None else count(self.others.n_changed)
        return [*kept, self.owners[0], *moved, admits, count(self.n_chosen), spread]


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

    @property
    def helps(self) -> tuple[str, ...]:
        """Return what to change first in sentences, the largest gain first."""
        return tuple(each.sentence for each in self.fixes if each.n_gained)

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
    search = QueueFixSearch(cycle, queue)
    n_untried = max(len(found) - n_tried, 0)
    fixes = tuple(search.fix(row) for row in found[:n_tried])
    moves = [move for each in fixes for move in each.moves]
    if not moves:
        return QueueFixes(fixes, n_untried=n_untried)
    both = search.both(fixes)
    return QueueFixes(fixes, search.rejected_with(united(moves)), n_untried, both)


def queue_fix(cycle: FinishedCycle, queue: str, bit: int) -> QueueFix | None:
    """Return the fix of one sole blocker of a queue; None if it is none."""
    cycle.pairs.show_reasons()
    found = rows(cycle, "explain", "sole_blockers", (queue,))
    mine = next((row for row in found if row["bit"] == bit), None)
    return None if mine is None else QueueFixSearch(cycle, queue).fix(mine)


class QueueFixSearch(ChangeSearch):
    """Looks for changes of one queue's own rows; all tasks are decided again."""

    def __init__(self, cycle: FinishedCycle, queue: str) -> None:
        super().__init__(cycle)
        self._queue = queue
        self._tags = rule_tags(cycle.program.criteria)
        self._decided: Sequence[Move] = ()
        self._counter = DecisionCounter(cycle)
        pairs = cycle.database.table("from nearest_pair")
        cycle.database.register("pair_before", pairs)

    def fix(self, row: Row) -> QueueFix:
        """Return a sole blocker with the move that lets most tasks in, if one does."""
        bit = number(row["bit"])
        n_tasks, n_cores = number(row["n_tasks"]), number(row["n_cores"])
        fix = QueueFix("site", (), self._tags[bit], bit, n_tasks, n_cores)
        own = self.tunables.of(bit, self._queue, "site")
        singles = [part for each in own for part in each.single_choices()]
        left = self._moves(row, singles, own)[:_N_MOVES]
        while left and not (fix.n_gained and not fix.n_lost):
            move, tunable = left[0], left.pop(0).tunable
            if not self._decide([move]):
                continue
            other = self._moved(fix, move)
            if other.n_gained - other.n_lost > fix.n_gained - fix.n_lost:
                fix = other
            # a value that breaks other rules instead is looked for with them kept
            if not other.n_gained and self.learn(bit, tunable, self._broken(bit)):
                left[:0] = self._moves(row, [tunable], own)
        return fix

    def _moves(
        self, row: Row, tunables: Sequence[Tunable], own: Sequence[Tunable]
    ) -> list[Move]:
        """Return moves that lift a sole blocker, what lets most of the tasks in first.

        They may be compared with `own` values of the queue.
        """
        ends: list[Ends] = []
        for pair in cast("list[Mapping[str, float | None]]", row["ends"]):
            ends += ends_of(pair["asked"], pair["offered"])
        stem, bit, pairs = str(row["stem"]), number(row["bit"]), _pair_keys(row)
        found: list[tuple[int, Move]] = []
        for tunable in tunables:
            others = [it.number for it in own if it.number and it != tunable]
            also_pass = self.also_pass(bit, tunable)
            goal = Goal(stem, pairs, tunable, ends, others, also_pass)
            ((move, n_left),) = self.solve([goal])
            if move is not None:
                found.append((n_left, move))
            if found and not found[-1][0] and tunable.type != "VARCHAR":
                break
        return [move for _, move in sorted(found, key=lambda it: it[0])]

    def both(self, fixes: Sequence[QueueFix]) -> JointFix | None:
        """Return what the first two changes that help bring together."""
        able = [each for each in fixes if each.n_gained]
        moves = united([move for each in able[:2] for move in each.moves])
        if len(moves) < 2 or not self._decide(moves):
            return None
        gain = self._gained(able[:2])
        tags = tuple(each.tag for each in able[:2])
        return JointFix(tags, number(gain["n_tasks"]), number(gain["n_exact"]))

    def _gained(self, fixes: Sequence[QueueFix]) -> Row:
        """Return what comes in of what only the criteria of these fixes kept away."""
        mask = sum(1 << each.bit for each in fixes)
        (gain,) = rows(self.cycle, "explain", "gained", (mask,))
        return gain

    def _moved(self, fix: QueueFix, move: Move) -> QueueFix:
        """Return the fix with a move that nearest_pair holds, and what it brings."""
        gain = self._gained([fix])
        return replace(
            fix,
            moves=(move,),
            n_gained=number(gain["n_tasks"]),
            n_gained_cores=number(gain["n_cores"]),
            n_chosen=number(gain["n_chosen"]),
            n_lost=number(gain["n_lost"]),
            others=self._counter.read(),
        )

    def _broken(self, bit: int) -> int:
        """Return the mask of what keeps the tasks of a sole blocker away now."""
        found = rows(self.cycle, "explain", "still_failing", (bit,))
        return sum(1 << number(each["bit"]) for each in found)

    def rejected_with(self, moves: Sequence[Move]) -> int | None:
        """Return how many tasks reject the queue with moves; None if impossible."""
        if not self._decide(moves):
            return None
        outcomes = rows(self.cycle, "explain", "queue_outcomes")
        counts = {row["outcome"]: number(row["n_tasks"]) for row in outcomes}
        return counts.get("rejected", 0)

    def _decide(self, moves: Sequence[Move]) -> bool:
        """Let nearest_pair hold the pairs of the queue with moves, if possible."""
        if moves == self._decided:
            return True
        database = self.cycle.database
        with self.decided(moves) as changed:
            if changed is None:
                return False
            text = sql_text("explain", "nearest_pair")
            after = database.table(text, (self._queue, False))
            self._counter.note()
        database.register("nearest_pair", after)
        self._decided = moves
        return True
