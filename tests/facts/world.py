"""A small world: given rows, and the facts over them, each after those it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

import pyarrow as pa

from brokersql.core.database import Database, quote
from brokersql.policy import resolve_parameters
from tests.spec import inputs
from tests.spec.drawing import read_drawing
from tests.spec.stage import load, reads
from tests.typed_rows import arrow

Row = Mapping[str, object]
#: Rows of a table, or their drawing.
Rows = Sequence[Row] | str

NUMBERS = count()


def settings(profile: str, policy: str = "panda_job", **others: object) -> Row:
    """Return all parameters of a policy in a profile, some of them others."""
    tables = resolve_parameters(load(policy), profile).tables()
    return {**tables["cfg"].to_pylist()[0], **others}


PAGE, ASRUN = settings("page"), settings("asrun")


@cache
def database() -> Database:
    """Return the database of all worlds, with the macros in it."""
    opened = Database.open()
    opened.plan_quickly(True)
    for file in load("panda_job").macros:
        opened.run(file.text)
    return opened


@cache
def queries(policy: str) -> Mapping[str, str]:
    """Return the queries of the facts of a policy, and of what reads them."""
    files = load(policy)
    several = (*files.weights, *files.select, *files.facts)
    return {file.stem: file.text for file in several}


class World:
    """Facts over given snapshot rows, made when they are asked for."""

    def __init__(
        self,
        parameters: Row = ASRUN,
        policy: str = "panda_job",
        /,
        **tables: Rows,
    ) -> None:
        self.policy = policy
        self.database = database().cursor()
        self.database.plan_quickly(True)
        schema = f"world_{next(NUMBERS)}"
        self.database.create_schema(schema)
        self.database.use_schemas([schema, "main"])
        self.made: set[str] = set()
        self.give("cfg", pa.Table.from_pylist([dict(parameters)]))
        for name, rows in tables.items():
            self.make(name)
            types = dict(inputs.columns(name))
            if isinstance(rows, str):
                rows = read_drawing(rows)
                types = dict.fromkeys(types, "VARCHAR")
            self.database.append(name, arrow(rows, types))

    def give(self, name: str, table: pa.Table) -> None:
        """Take the rows of a fact as they are, instead of making it."""
        self.database.register(name, table)
        self.made.add(name)

    def make(self, name: str) -> None:
        """Create the table of a fact, after all that it reads, or an empty one."""
        if name in self.made:
            return
        self.made.add(name)
        if inputs.is_input(name):
            self.database.run(inputs.ddl(name))
        elif query := queries(self.policy).get(name):
            for source in reads(query, name):
                self.make(source)
            self.database.run(f"create table {quote(name)} as {query}")

    def rows(self, fact: str) -> list[dict[str, Any]]:
        """Return the rows of one fact, by task where they are of tasks."""
        self.make(fact)
        found = self.database.table(f"from {quote(fact)}").to_pylist()
        return sorted(found, key=lambda row: row.get("jedi_task_id", 0))
