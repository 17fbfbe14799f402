"""A small world: given rows, the fact files run over them in dependency order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.core.database import Database, quote
from brokersql.core.sql_files import sql_root
from brokersql.policy import load_policy, resolve_parameters
from brokersql.snapshot import contract

Row = Mapping[str, object]

PAGE: Row = {
    "any_needs_no_hw_spec": False,
    "releases_match": "contains",
    "gpu_ne_supported": True,
    "cvmfs_fall_through": True,
    "empty_is_any": True,
    "cpu_spec_parentheses": True,
    "analysis_need_container": True,
    "implied_cpu": "platform",
    "platform_resolve": "before",
    "hardware_check": True,
    "hardware_needs_transhome": False,
    "base_platform_scope": "tags",
    "preassign_single_exempts": [],
    "zeroshare_merge_skips_priority_rule": False,
    "zeroshare_implicit_zero": False,
}
ASRUN: Row = {
    **PAGE,
    "any_needs_no_hw_spec": True,
    "releases_match": "exact",
    "gpu_ne_supported": False,
    "cvmfs_fall_through": False,
    "empty_is_any": False,
    "cpu_spec_parentheses": False,
    "analysis_need_container": False,
    "implied_cpu": "text",
    "platform_resolve": "after",
    "hardware_needs_transhome": True,
    "base_platform_scope": "all",
}
#: Folders of sql/ that hold facts, by name; the first that has one wins.
FACTS = ("facts",)
ANALYSIS_FACTS = ("panda_analysis/facts", "facts")
#: Folders of what reads facts.
RULES = ("panda_job/select", "panda_job/weights")
#: The fact analysis_task where no task names a queue.
NO_SITES = pa.table({"jedi_task_id": pa.array([], pa.int64()), "site_name": []})
SOURCE = re.compile(r"\b(?:from|join)\s+(\w+)\b(?!\.)")
TYPES = {
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("us"),
    "VARCHAR[]": pa.list_(pa.string()),
}


def settings(profile: str, **others: object) -> Row:
    """Return all parameters of the production job brokerage in a profile."""
    tables = resolve_parameters(load_policy("panda_job"), profile).tables()
    return {**tables["cfg"].to_pylist()[0], **others}


def arrow(rows: Sequence[Row], types: Mapping[str, str]) -> pa.Table:
    """Return rows as an Arrow table of these DuckDB types; what a row lacks is NULL."""
    for row in rows:
        assert row.keys() <= types.keys(), sorted(row.keys() - types.keys())
    return pa.table(
        {
            name: pa.array(
                [row.get(name) for row in rows], TYPES.get(kind, pa.string())
            )
            for name, kind in types.items()
        }
    )


def program(
    goals: Sequence[str], given: Sequence[str], facts: Sequence[str] = FACTS
) -> Iterator[tuple[str, str]]:
    """Yield name and SELECT of goals, and of facts, each after the facts it reads."""
    done = set(given)

    def visit(name: str, folders: Sequence[str]) -> Iterator[tuple[str, str]]:
        files = (sql_root() / folder / f"{name}.sql" for folder in folders)
        file = next(filter(Path.is_file, files), None)
        if name in done or file is None:
            return
        done.add(name)
        text = file.read_text(encoding="utf-8")
        for source in SOURCE.findall(text):
            yield from visit(source, facts)
        yield name, text

    for goal in goals:
        yield from visit(goal, (*facts, *RULES))


class World:
    """Facts over given snapshot rows, made when they are asked for."""

    def __init__(
        self,
        parameters: Row = ASRUN,
        facts: Mapping[str, pa.Table] | None = None,
        folders: Sequence[str] = FACTS,
        /,
        **tables: Sequence[Row],
    ) -> None:
        self.database = Database.open()
        self.given: dict[str, pa.Table] = {}
        self.folders = folders
        for file in sorted((sql_root() / "lib").glob("*.sql")):
            self.database.run(file.read_text(encoding="utf-8"))
        self.database.run(contract.schema())
        for name, rows in tables.items():
            types = contract.tables()[name].column_types
            self.database.register("given_rows", arrow(rows, types))
            self.database.run(f"insert into {quote(name)} from given_rows")
        self.database.register("cfg", pa.Table.from_pylist([dict(parameters)]))
        for name, table in (facts or {}).items():
            self.give(name, table)

    def give(self, name: str, table: pa.Table) -> None:
        """Take the rows of a fact as they are, instead of making it."""
        self.database.register(name, table)
        self.given[name] = table

    def make(self, *goals: str) -> None:
        """Create the tables of these facts and of all that they read."""
        for name, select in program(goals, list(self.given), self.folders):
            self.database.run(f"create table {quote(name)} as {select}")
            self.given[name] = pa.table({})

    def rows(self, fact: str) -> list[dict[str, Any]]:
        """Return the rows of one fact, by task where they are of tasks."""
        self.make(fact)
        found = self.database.table(f"from {quote(fact)}").to_pylist()
        return sorted(found, key=lambda row: row.get("jedi_task_id", 0))
