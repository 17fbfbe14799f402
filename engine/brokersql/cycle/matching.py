"""Matches waiting jobs with the requests of pilots, in the order of the requests.

Requests are looked at in blocks. What a request gets depends on its number, the seed
and the jobs that are left, never on where blocks begin: `sql/match` draws for a whole
block and cuts it before the first request that needs something else to be looked at.

A single request follows the same law in fewer steps. Jobs that were given leave their
task queues later, many at once; until then they are subtracted where a request looks at
one of these task queues. A request that is refused, that asks for one job, or that a
delay may hold up, is left to the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from brokersql.compiler import Program, Statement
from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from brokersql.cycle.plan import dependent_facts, needed_facts

#: The relations of a block in order, with the parameters that they take.
_BLOCK = (
    ("block", "range"),
    ("block_token", ""),
    ("withheld", ""),
    ("class_depth", "heads"),
    ("head", "heads"),
    ("held", ""),
    ("restraint_cut", ""),
    ("served", "heads"),
    ("served_class", ""),
    ("served_place", ""),
    ("given", ""),
    ("drawn_from", ""),
)
#: Those of limits and delays, which stay empty where no site has any.
_OF_SITES = ("block_token", "withheld", "restraint_cut")
#: How many requests are looked at together, at most and where blocks are cut short.
LONGEST, SHORTEST = 2000, 16
#: How many task queues are drawn for each, in case the first is empty when served.
HEADS = 8
#: How many jobs may be given to single requests before task queues are updated.
MOST_PENDING = 200
_LEAST, _GREATEST = -(1 << 63), (1 << 63) - 1


class BlockMatcher:
    """Draws task queues and jobs for blocks of requests.

    The schemas hold `asking` (seq, pilot_id, class_id, job_id, criterion), `fitting`
    (class_id, tq_id), `cfg`, and the facts task_queue, waiting_job, job_class and
    task_queue_priority. Answers go to `match`, which is there.
    """

    def __init__(
        self,
        database: Database,
        schemas: Sequence[str],
        priorities: Sequence[Statement] = (),
        limits: Sequence[Statement] = (),
    ) -> None:
        """Begin with no job given.

        Args:
            database: where the relations are; its search path is set.
            schemas: names of schemas; the first is new, and holds what changes.
            priorities: statements that make the priorities of task queues again, after
                `job_class` has changed.
            limits: statements that find again what limits refuse, after `limit_state`
                or the requests have changed.
        """
        self.database = database
        self._schemas = tuple(schemas)
        self._priorities = priorities
        self._limits = limits
        self._recalculated = 0
        self._pending: list[tuple[int, int, int, int, int]] = []
        self._site_limited: dict[int, bool] = {}
        self._is_short = False
        self._planned_quickly = False
        database.create_schema(schemas[0])
        self.enter()
        for name in ("macros", "token_macros", "tables", "restraint_tables"):
            database.run(sql_text("match", name))
        for name in ("open_class", "queued_job"):
            self._make(name)
        self._make("choice", (_LEAST,))
        for name in ("filled", "offered"):
            self._make(name)
        #: Whether sites have limits or delays, which matches use up.
        self.has_site_limits = bool(
            database.rows(sql_text("match", "is_restrained"))[0][0]
        )
        self._look_at_sites()

    def enter(self) -> None:
        """Set the search path, and take out the jobs given one by one."""
        self.database.use_schemas(self._schemas)
        self._enter_many()
        self.catch_up()

    def enter_singles(self) -> None:
        """Run short statements, for one request, until `enter`."""
        if not self._is_short:
            self._planned_quickly = self.database.plans_quickly
            self.database.plan_quickly(True)
            self.database.run("set threads = 1")
            self._is_short = True

    def _enter_many(self) -> None:
        """Run statements over many rows, until `enter_singles`."""
        if self._is_short:
            self.database.run("reset threads")
            self.database.plan_quickly(self._planned_quickly)
            self._is_short = False

    def give_later(self, job: tuple[int, int, int, int, int]) -> None:
        """Take out a job by the next `catch_up`, at the latest.

        Args:
            job: the request, the task queue, the user priority, the job, and the kind
                of request.
        """
        self._pending.append(job)
        if len(self._pending) >= MOST_PENDING or job[-1] in self._site_limited:
            self.catch_up()

    def pending(self, tq_id: int) -> tuple[list[int], list[int]] | None:
        """Return user priorities and jobs given that a task queue still counts."""
        given = [each[2:4] for each in self._pending if each[1] == tq_id]
        if not given:
            return None
        return [each[0] for each in given], [each[1] for each in given]

    def catch_up(self) -> None:
        """Take out the jobs that were given one by one."""
        if self._pending:
            columns = [list(column) for column in zip(*self._pending, strict=True)]
            self._make("given", columns, query="behind")
            self._pending.clear()
            self.database.run(sql_text("match", "take"))
            self._count_uses()

    def is_delayed(self, class_id: int) -> bool:
        """Return whether what requests get depends on when they came."""
        return self._site_limited.get(class_id, False)

    def drain(self) -> None:
        """Draw no more from task queues that the jobs taken last left empty."""
        self.database.run(sql_text("match", "drain"))

    def end(self) -> None:
        """Forget what was given away and all else that changed."""
        self.database.use_schemas(self._schemas[1:])
        self.database.run(f"drop schema {self._schemas[0]} cascade")

    def extend(self, first_class: int) -> None:
        """Let kinds of requests draw that were not known before."""
        query = f"insert into choice {sql_text('match', 'choice')}"
        self.database.run(query, (first_class,))
        self._make("offered")
        self._look_at_sites()

    def serve(self, first: int = _LEAST, last: int = _GREATEST) -> None:
        """Answer the requests numbered `first` to `last` in `match`; default all."""
        size = LONGEST
        query = sql_text("match", "next_block")
        while found := self.database.rows(query, (first, last, size)):
            start, end, is_due = found[0]
            if is_due:
                self.recalculate(int(str(start)))
            self._serve_block((start, end))
            upto, n_served = self.database.rows(sql_text("match", "served_upto"))[0]
            first = int(str(upto)) + 1
            size = max(SHORTEST, min(LONGEST, 2 * int(str(n_served))))

    def recalculate_if_due(self, seq: int) -> None:
        """Recalculate priorities now if that is due before request number `seq`."""
        if self.database.rows(sql_text("match", "settled"))[0][0]:
            self.recalculate(seq)

    def recalculate(self, seq: int) -> None:
        """Give the task queues the priorities that the jobs left give them."""
        self.enter()
        self._make("job_class")
        for each in self._priorities:
            self.database.run(each.sql)
        self.recalculated = seq
        self.database.run("delete from drained")
        self._make("choice", (_LEAST,))

    @property
    def recalculated(self) -> int:
        """Return the request before which priorities were calculated last."""
        return self._recalculated

    @recalculated.setter
    def recalculated(self, seq: int) -> None:
        self._recalculated = seq
        self.database.run("update recalculated set seq = ?", (seq,))

    def give(self, matches: pa.Table, since: int = _LEAST) -> None:
        """Take out jobs that requests from a number on got before.

        Args:
            matches: rows of `match`.
            since: the first number that counts; default all.
        """
        self.database.register("matched", matches)
        self._make("given", (since,), query="give")
        self.database.unregister("matched")
        self.database.run(sql_text("match", "take"))
        self.drain()
        self._count_uses()

    def meet(self, seq: int) -> None:
        """Fill block and withheld for request number `seq`; serve none."""
        self._make("block", (seq, seq))
        if self.has_site_limits:
            for name in ("block_token", "withheld"):
                self._make(name)

    def fill(self, query: str, parameters: Sequence[object]) -> None:
        """Regard task queues as filled at the beginning that are empty by now."""
        self.database.run(f"insert into filled {query}", parameters)
        self._make("offered")

    def count(self, query: str) -> None:
        """Let jobs count for limits and delays that were given before; see `taken`."""
        self.database.run(f"create or replace table given as {query}")
        self._count_uses()

    def _serve_block(self, bounds: Sequence[object]) -> None:
        """Answer requests from the first on, as many as can be at once."""
        parameters = {"range": bounds, "heads": (HEADS,), "": ()}
        for name, takes in _BLOCK:
            if self.has_site_limits or name not in _OF_SITES:
                self._make(name, parameters[takes])
        self.database.run(f"insert into match {sql_text('match', 'answer')}")
        self.database.run(sql_text("match", "take"))
        self.drain()
        self._count_uses()

    def _look_at_sites(self) -> None:
        """Find the sites of requests, and withdraw what limits refuse there."""
        if self.has_site_limits:
            for each in self._limits:
                self.database.run(each.sql)
            self._make("class_site")
            self.database.create_view("class_use", sql_text("match", "class_use"))
            self.database.run(sql_text("match", "withdraw"))
            rows = self.database.rows(sql_text("match", "class_restraint"))
            self._site_limited = {
                int(str(each)): bool(delayed) for each, delayed in rows
            }

    def _count_uses(self) -> None:
        """Let the jobs given last count for the limits and delays of sites."""
        if self.has_site_limits:
            self._enter_many()
            self.database.run(sql_text("match", "count_uses"))
            if self.database.rows(sql_text("match", "limit_due"))[0][0]:
                self._look_at_sites()

    def _make(
        self, name: str, parameters: Sequence[object] = (), query: str = ""
    ) -> None:
        text = sql_text("match", query or name)
        self.database.run(f"create or replace table {name} as {text}", parameters)


def priority_facts(program: Program) -> list[Statement]:
    """Return statements that make the priorities again from `job_class` on."""
    facts = needed_facts(program.facts, ["task_queue_priority"])
    return [fact.again for fact in dependent_facts(facts, ["job_class"])]


def limit_facts(program: Program) -> list[Statement]:
    """Return statements that find again what limits refuse, from `limit_state` on."""
    facts = needed_facts(program.facts, ["limited_queue"])
    return [fact.again for fact in dependent_facts(facts, ["limit_state"])]


_STATEMENTS = ("pick_queue", "pick_job", "look_up_oldest", "no_job")

#: For how many requests keys are made at once.
_AHEAD = 500


class PickedJob(NamedTuple):
    """The job that a request gets, and the task queue that it comes from.

    `n_eligible` is how many task queues fitted, `cpu_time` that of the queue, s;
    `criterion` is the reason where there is no job.
    """

    tq_id: int | None = None
    job_id: int | None = None
    user_priority: int | None = None
    cpu_time: int | None = None
    n_eligible: int = 0
    criterion: str | None = None


class SingleMatcher:
    """Serves single requests from the jobs that a block matcher has left."""

    def __init__(self, matcher: BlockMatcher) -> None:
        self._matcher = matcher
        self._database = matcher.database
        parsed = self._database.parsed
        self._statements = {
            name: parsed(sql_text("match", name)) for name in _STATEMENTS
        }
        counted = f"with open_class as ({sql_text('match', 'class_left')})"
        text = f"{counted} {sql_text('match', 'pick_job')}"
        self._statements["pick_job_left"] = parsed(text)
        self._alike_until = self._holds_until()
        self._keys: dict[object, tuple[object, object]] = {}

    def serve(self, seq: int, class_id: int) -> PickedJob:
        """Return what a request gets of a known class that is not refused."""
        if seq > self._alike_until:
            self._matcher.recalculate(seq)
            self._alike_until = self._holds_until()
        self._matcher.enter_singles()
        key, in_window = self._key(seq)
        ((queue, n_eligible),) = self._rows("pick_queue", (class_id, key))
        if queue is None:
            ((criterion,),) = self._rows("no_job", (class_id,))
            return PickedJob(criterion=str(criterion))
        tq_id = queue["tq_id"]
        priority, job_id, is_last = self._pick_job(tq_id, (key, in_window))
        self._matcher.give_later((seq, tq_id, priority, job_id, class_id))
        if is_last:
            self._matcher.catch_up()
            self._matcher.drain()
            self._matcher.recalculate_if_due(seq + 1)
        return PickedJob(tq_id, job_id, priority, queue["cpu_time"], n_eligible)

    def _pick_job(self, tq_id: int, draws: Sequence[object]) -> Sequence[int]:
        """Return user priority and job, and whether it is the last of a task queue."""
        pending = self._matcher.pending(tq_id)
        if pending is not None:
            for picked in self._rows("pick_job_left", (tq_id, *draws, *pending)):
                if picked[1] is not None:
                    return picked
            self._matcher.catch_up()
        (picked,) = self._rows("pick_job", (tq_id, *draws))
        if picked[1] is None:
            self._rows("look_up_oldest")
            (picked,) = self._rows("pick_job", (tq_id, *draws))
        return picked

    def _key(self, seq: int) -> tuple[object, object]:
        """Return what a request draws with; many are asked for at once."""
        if seq not in self._keys:
            rows = self._database.rows(sql_text("match", "request_keys"), (seq, _AHEAD))
            self._keys = {each: (key, u) for each, key, u in rows}
        return self._keys[seq]

    def _rows(self, name: str, parameters: Sequence[object] = ()) -> list[Any]:
        return self._database.rows(self._statements[name], parameters)

    def _holds_until(self) -> int:
        return int(str(self._database.rows(sql_text("match", "alike_until"))[0][0]))
