"""Changes of a pilot, or of a parameter, with which it may get a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.cycle.matching import BlockMatcher, limit_facts, priority_facts
from brokersql.explain.changes.nearest_value import ends_of
from brokersql.explain.changes.search import ChangeSearch, Fix, OtherDecisions
from brokersql.explain.changes.tunables import OWNERS, Move, Tunable
from brokersql.explain.context import PILOT_QUERIES
from brokersql.render.numbers import count
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows

#: Whose values are looked at, in order: the next only where those before will not do.
_OWNERS = ("pilot", "policy")
#: What is decided again with other values.
_WANTED = ("verdict", "eligible")
#: What pilots are served by.
_SERVED = ("verdict", "standing", "asking", "fitting")
#: For how many task queues changes are looked for, which so many criteria reject at
#: most, and after how many trials no other is begun.
_N_QUEUES, _MOST_CRITERIA, _MOST_TRIALS = 5, 3, 60
_CHANGES = (
    TableColumn("change", cut="end"),
    TableColumn("whose", drop=2),
    TableColumn("task queues", right=True, drop=3),
    TableColumn("jobs left", right=True, drop=1),
    ">other pilots change",
    "",
)


@dataclass(frozen=True, slots=True)
class PilotFix(Fix):
    """Moves with which task queues may give a pilot a job.

    Only task queues count that have jobs left when the pilot is served.
    """

    n_queues: int
    n_jobs: int

    @property
    def size(self) -> tuple[int, float, int]:
        """Return how large a change it is; of those alike, more jobs are better."""
        return len(self.moves), sum(each.distance for each in self.moves), -self.n_jobs

    def document(self) -> dict[str, object]:
        """Return the change as an object for JSON."""
        return {**Fix.document(self), "n_queues": self.n_queues, "n_jobs": self.n_jobs}

    @property
    def sentence(self) -> str:
        """Return in a sentence the change, whose it is, and what it opens."""
        values, whose = self._words
        jobs = (
            f"{plural(self.n_queues, 'task queue')} with {plural(self.n_jobs, 'job')}"
        )
        text = f"{whose}: {values} lets it draw from {jobs} ✓"
        return "; ".join(filter(None, (text, self.spread)))

    @property
    def _words(self) -> tuple[str, str]:
        """Return the moves, and whose the values are."""
        text = ", ".join(
            f"{printable(move.tunable.column)} {move.words}" for move in self.moves
        )
        return text, " and ".join(self.owners)

    def cells(self) -> list[str]:
        """Return the change as a row of a table."""
        text, whose = self._words
        others = "" if self.others is None else count(self.others.n_changed)
        return [text, whose, count(self.n_queues), count(self.n_jobs), others, "✓"]


def pilot_fix_lines(fixes: Sequence[PilotFix], look: Display) -> list[str]:
    """Return changes for a reader, the smallest first; none where there are none."""
    if not fixes:
        return []
    table = lay_out(_CHANGES, [each.cells() for each in fixes], look)
    title = "What would let it draw, each decided again with it:"
    return ["", look.paint("bold", title), *table]


class PilotFixSearch(ChangeSearch):
    """Looks for changes of one pilot; `misses` are the rows of misses.sql."""

    def __init__(self, cycle: FinishedCycle, seq: int, misses: Sequence[Row]) -> None:
        super().__init__(cycle, most_trials=_MOST_TRIALS)
        self._seq = seq
        self._misses = misses
        self._known: dict[tuple[Move, ...], Sequence[Row]] = {}

    def found(self) -> tuple[PilotFix, ...]:
        """Return changes that help, the smallest first."""
        near = [
            each
            for each in self._misses
            if each["size_rank"] == 1 and 0 < len(_criteria(each)) <= _MOST_CRITERIA
        ]
        (head,) = rows(self.cycle, PILOT_QUERIES, "head", [self._seq])
        moves: dict[tuple[Move, ...], None] = {}
        if head["job_id"] is not None:
            moves[self._any_job(number(head["job_id"]))] = None
        if not self._is_given(head["job_id"]):
            moves |= {self._moves(each): None for each in near[:_N_QUEUES]}
        found = (self._fix(each) for each in moves if each)
        fixes = sorted((each for each in found if each), key=lambda each: each.size)
        # those that are offered say what else they change: all is served again for it
        for is_policy in (False, True):
            offered = (it for it in fixes if it.is_policy == is_policy)
            if (fix := next(offered, None)) is not None:
                at = fixes.index(fix)
                fixes[at] = replace(fix, others=self._others(fix.moves))
        return tuple(fixes)

    def _others(self, moves: tuple[Move, ...]) -> OtherDecisions | None:
        """Return how many other pilots get another job with moves."""
        cycle, program = self.cycle, self.cycle.program
        cycle.database.register("match_before", cycle.match)
        with self.decided(moves, _SERVED) as changed:
            if changed is None:
                return None
            schemas = (f"{program.policy}_changed", program.policy, "main")
            choice = BlockMatcher(
                cycle.database, schemas, priority_facts(program), limit_facts(program)
            )
            cycle.database.run(sql_text("match", "match_table"))
            choice.serve()
            (row,) = rows(cycle, PILOT_QUERIES, "matches_changed", [self._seq])
            choice.end()
        return OtherDecisions(number(row["n_changed"]), number(row["n_all"]))

    def _any_job(self, job_id: int) -> tuple[Move, ...]:
        """Return the move of a pilot that asks for one job to asking for any."""
        key = (str(self._seq),)
        tunable = Tunable("dirac_pilot", key, "job_id", "BIGINT", job_id, (), None)
        return (Move(tunable, None),)

    def _is_given(self, job_id: object) -> bool:
        """Return whether a pilot before it got the one job that it asks for."""
        found = rows(self.cycle, PILOT_QUERIES, "job_match", [job_id])
        return any(number(each["seq"]) < self._seq for each in found)

    def _moves(self, miss: Row) -> tuple[Move, ...]:
        """Return a move for each criterion that rejects a task queue; none if stuck."""
        found: list[Move] = []
        for criterion in _criteria(miss):
            move = self._move_past(number(miss["tq_id"]), criterion)
            if move is None:
                return ()
            found.append(move)
        return tuple(dict.fromkeys(found))

    def _move_past(self, queue: int, criterion: Row) -> Move | None:
        """Return the first move of an owner that lifts a criterion at a task queue."""
        bit = number(criterion["bit"])
        asked, offered = criterion["asked"], criterion["offered"]
        ends = ends_of(cast("float | None", asked), cast("float | None", offered))

        def left(move: Move) -> int | None:
            if self.is_spent:
                return None
            masks = {each["tq_id"]: each for each in self._decide((move,))}
            mask = number(masks[queue]["reject_mask"]) if queue in masks else -1
            return mask >> bit & 1

        for owner in _OWNERS:
            for tunable in self.tunables.of(bit, str(self._seq), owner):
                move = self.nearest(self._wished(tunable, queue), left, ends)
                if move is not None:
                    return replace(move, tunable=tunable)  # as for other task queues
        return None

    def _wished(self, tunable: Tunable, queue: int) -> Tunable:
        """Return a list with what it could be for a task queue; others as they are."""
        wishes = {
            row["column_name"]: cast("list[str | None]", row["choices"])
            for row in rows(self.cycle, PILOT_QUERIES, "wishes", [self._seq, queue])
        }
        choices = tuple(each for each in wishes.get(tunable.column, ()) if each)
        return replace(tunable, choices=choices) if choices else tunable

    def _fix(self, moves: tuple[Move, ...]) -> PilotFix | None:
        """Return what moves bring; None where no task queue gives a job with them."""
        gained = self._eligible(moves) - self._eligible(())
        jobs = [number(it["n_jobs"]) for it in self._misses if it["tq_id"] in gained]
        if not jobs:
            return None
        (owner, *others) = {_owner(each) for each in moves}
        return PilotFix("" if others else owner, moves, len(jobs), sum(jobs))

    def _eligible(self, moves: tuple[Move, ...]) -> set[object]:
        """Return the task queues that may give a job with moves."""
        return {row["tq_id"] for row in self._decide(moves) if row["is_eligible"]}

    def _decide(self, moves: tuple[Move, ...]) -> Sequence[Row]:
        """Return the rows of masks.sql with moves; none if they are impossible."""
        if moves not in self._known:
            self.n_tried += 1
            with self.decided(moves, _WANTED) as changed:
                found = rows(self.cycle, PILOT_QUERIES, "masks", [self._seq])
                self._known[moves] = () if changed is None else found
        return self._known[moves]


def _criteria(miss: Row) -> Sequence[Row]:
    return cast("Sequence[Row]", miss["criteria"] or ())


def _owner(move: Move) -> str:
    return next(owner for owner in _OWNERS if move.tunable.table in OWNERS[owner])
