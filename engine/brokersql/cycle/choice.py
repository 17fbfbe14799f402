"""Gives jobs to the requests of pilots, each as if it came alone and in its turn.

Requests are looked at in blocks. What a request gets depends on its number, the seed
and the jobs that are left, never on where blocks begin: `sql/match` draws for a whole
block and cuts it before the first request that needs something else to be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pyarrow as pa

from brokersql.compiler import NamedSql, Program
from brokersql.cycle.needs import needed, readers
from brokersql.database import Database
from brokersql.resources import sql_root

#: The relations of a block in order, with the parameters that they take.
_BLOCK = (
    ("block", "range"),
    ("class_depth", "heads"),
    ("head", "heads"),
    ("held", ""),
    ("served", "heads"),
    ("served_class", ""),
    ("served_place", ""),
    ("given", ""),
)
#: How many requests are looked at together, at most and where blocks are cut short.
LONGEST, SHORTEST = 1000, 16
#: How many task queues are drawn for each, should the first be empty when it is served.
HEADS = 8
_LEAST, _GREATEST = -(1 << 63), (1 << 63) - 1


@cache
def match_sql(name: str) -> str:
    """Return the text of a file of sql/match."""
    return (sql_root() / "match" / f"{name}.sql").read_text(encoding="utf-8")


class Choice:
    """The draw of task queues and jobs from relations that stand in some schemas.

    These are `asking` (seq, pilot_id, class_id, job_id, criterion), `fitting`
    (class_id, tq_id), `cfg`, and the facts task_queue, waiting_job, job_class and
    task_queue_priority. Answers go to `match`, which is there.
    """

    def __init__(
        self,
        database: Database,
        schemas: Sequence[str],
        priorities: Sequence[NamedSql] = (),
        *,
        cleans_up: bool = False,
    ) -> None:
        """Begin where nothing is given away yet.

        Args:
            database: where the relations are; its search path is set.
            schemas: names of schemas; the first is new, and holds what changes.
            priorities: statements that make the priorities of task queues again, after
                `job_class` has changed.
            cleans_up: task queues that are empty are forgotten with each calculation.
        """
        self.database = database
        self._schemas = tuple(schemas)
        self._priorities = priorities
        self._cleans_up = cleans_up
        self._recalculated = 0
        database.create_schema(schemas[0])
        self.enter()
        for name in ("macros", "tables"):
            database.run(match_sql(name))
        for name in ("open_class", "queued_job"):
            self._make(name)
        self._make("choice", (_LEAST,))
        self._make("offered")

    def enter(self) -> None:
        """Let names of relations mean what they mean here."""
        self.database.use_schemas(self._schemas)

    def end(self) -> None:
        """Forget what was given away and all else that changed."""
        self.database.use_schemas(self._schemas[1:])
        self.database.run(f"drop schema {self._schemas[0]} cascade")

    def extend(self, first_class: int) -> None:
        """Let kinds of requests draw that were not known before."""
        query = f"insert into choice {match_sql('choice')}"
        self.database.run(query, (first_class,))
        self._make("offered")

    def serve(self, first: int = _LEAST, last: int = _GREATEST) -> None:
        """Answer the requests numbered `first` to `last` in `match`; default all."""
        size = LONGEST
        query = match_sql("next_block")
        while found := self.database.rows(query, (first, last, size)):
            start, end, is_due = found[0]
            if is_due:
                self.recalculate(int(str(start)))
            self._serve_block((start, end))
            upto, n_served = self.database.rows(match_sql("served_upto"))[0]
            first = int(str(upto)) + 1
            size = max(SHORTEST, min(LONGEST, 2 * int(str(n_served))))

    def settle(self, seq: int) -> None:
        """Do at once what else would be done before the next request, number `seq`."""
        if self.database.rows(match_sql("settled"))[0][0]:
            self.recalculate(seq)

    def recalculate(self, seq: int) -> None:
        """Give the task queues the priorities that the jobs left give them."""
        self._make("job_class")
        for each in self._priorities:
            self.database.run(each.sql)
        self.recalculated = seq
        self.database.run("delete from drained")
        self._make("choice", (_LEAST,))
        if self._cleans_up:
            self._make("offered")

    @property
    def recalculated(self) -> int:
        """Return the request before which priorities were calculated last."""
        return self._recalculated

    @recalculated.setter
    def recalculated(self, seq: int) -> None:
        self._recalculated = seq
        self.database.run("update recalculated set seq = ?", (seq,))

    def give(self, matches: pa.Table, since: int) -> None:
        """Take out jobs that requests from a number on got before.

        Args:
            matches: rows of `match`.
            since: the first number that counts.
        """
        self.database.register("matched", matches)
        self._make("given", (since,), query="give")
        self.database.unregister("matched")
        self.database.run(match_sql("take"))

    def _serve_block(self, bounds: Sequence[object]) -> None:
        """Answer requests from the first on, as many as can be at once."""
        parameters = {"range": bounds, "heads": (HEADS,), "": ()}
        for name, takes in _BLOCK:
            self._make(name, parameters[takes])
        self.database.run(f"insert into match {match_sql('answer')}")
        self.database.run(match_sql("take"))

    def _make(
        self, name: str, parameters: Sequence[object] = (), query: str = ""
    ) -> None:
        text = match_sql(query or name)
        self.database.run(f"create or replace table {name} as {text}", parameters)


def priority_facts(program: Program) -> list[NamedSql]:
    """Return statements that make the priorities again from `job_class` on."""
    facts = needed(program.facts, ["task_queue_priority"])
    return [
        NamedSql(fact.name, fact.sql.replace("create ", "create or replace ", 1))
        for fact in readers(facts, ["job_class"])
    ]
