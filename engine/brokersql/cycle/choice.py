"""Gives jobs to the requests of pilots, each as if it came alone and in its turn.

Requests are looked at in blocks. What a request gets depends on its number, the seed
and the jobs that are left, never on where blocks begin: `sql/match` draws for a whole
block and cuts it before the first request that needs something else to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from brokersql.compiler import Fact, NamedSql, Program
from brokersql.cycle.stage import Ground
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
_LONGEST, _SHORTEST = 1000, 16
#: How many task queues are drawn for each, should the first be empty when it is served.
_HEADS = 8


@cache
def _sql(name: str) -> str:
    """Return the text of a file of sql/match."""
    return (sql_root() / "match" / f"{name}.sql").read_text(encoding="utf-8")


class Choice:
    """The draw of task queues and jobs, on a ground where these relations stand.

    `asking` (seq, pilot_id, class_id, job_id, criterion), `fitting` (class_id, tq_id),
    and the facts task_queue, waiting_job, job_class and task_queue_priority.
    """

    def __init__(self, ground: Ground[Program]) -> None:
        self._database = ground.database
        self._ground = ground
        self._priorities = _readers(
            ground.program.facts, "job_class", "task_queue_priority"
        )
        self._schema = f"{ground.program.policy}_choice"

    def open(self) -> None:
        """Put all waiting jobs in order; nothing is given away yet."""
        policy = self._ground.program.policy
        self._database.run(_sql("macros"))
        self._database.run(_sql("match_table"))
        self._database.create_schema(self._schema)
        self._database.use_schemas((self._schema, policy, "main"))
        self._database.run(_sql("tables"))
        for name in ("open_class", "queued_job", "choice"):
            self._make(name)

    def close(self) -> None:
        """Let the names of relations mean again what they did before."""
        self._database.use_schemas((self._ground.program.policy, "main"))

    def serve(self, first: int, last: int) -> None:
        """Answer the requests numbered `first` to `last` in `match`."""
        size = _LONGEST
        while found := self._database.rows(_sql("next_block"), (first, last, size)):
            start, end, is_due = found[0]
            if is_due:
                self.recalculate(start)
            self._serve_block((start, end))
            upto, n_served = self._database.rows(_sql("served_upto"))[0]
            first = int(str(upto)) + 1
            size = max(_SHORTEST, min(_LONGEST, 2 * int(str(n_served))))

    def recalculate(self, seq: object) -> None:
        """Give the task queues the priorities that the jobs left give them."""
        self._make("job_class")
        self._ground.run(self._priorities)
        self._database.run("update recalculated set seq = ?", (seq,))
        self._database.run("delete from drained")
        self._make("choice")

    def _serve_block(self, bounds: Sequence[object]) -> None:
        """Answer requests from the first on, as many as can be before something else."""
        parameters = {"range": bounds, "heads": (_HEADS,), "": ()}
        for name, takes in _BLOCK:
            self._make(name, parameters[takes])
        self._database.run(f"insert into match {_sql('answer')}")
        self._database.run(_sql("take"))

    def _make(self, name: str, parameters: Sequence[object] = ()) -> None:
        query = _sql(name)
        self._database.run(f"create or replace table {name} as {query}", parameters)


def _readers(facts: Sequence[Fact], source: str, target: str) -> list[NamedSql]:
    """Return statements that make the facts from `source` on to `target` again."""
    changed = {source}
    found: list[NamedSql] = []
    for fact in facts:
        if changed & set(re.findall(r"\w+", fact.sql)) and fact.name != source:
            changed.add(fact.name)
            found.append(NamedSql(fact.name, fact.sql.replace("create ", _AGAIN, 1)))
        if fact.name == target:
            break
    return found


_AGAIN = "create or replace "
