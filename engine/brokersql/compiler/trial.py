"""Every statement of a program is run once on tables without a row.

What DuckDB says against a policy file becomes a finding; against a statement of the
compiler's own it would be a fault of the compiler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from brokersql.compiler.bind import Scratch
from brokersql.compiler.candidate import Candidate
from brokersql.compiler.catalog import Catalog
from brokersql.compiler.constants import settings_as_constants
from brokersql.compiler.criteria import FileKey
from brokersql.compiler.fuse import Bit
from brokersql.compiler.named import relation_of
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import NamedSql
from brokersql.compiler.reasons import Reasons
from brokersql.compiler.relations import Instances, Relation
from brokersql.compiler.sides import Sides
from brokersql.compiler.statements import kind_of, named_sql
from brokersql.database import SqlError
from brokersql.policy import Finding, Policy, SourceFile


@dataclass(frozen=True, slots=True)
class Parts:
    """A checked policy, flattened: what a program is written from."""

    policy: Policy
    macros: tuple[SourceFile, ...]
    parsed: Mapping[FileKey, Parsed]
    catalog: Catalog
    candidate: Candidate
    instances: Instances
    sides: Sides
    bits: tuple[Bit, ...]


@dataclass(frozen=True, slots=True)
class Queries:
    """The queries over a range of units."""

    fill: str
    verdict: str
    survivors: str
    reported: str
    reasons: Reasons


@dataclass(slots=True)
class Trial:
    """Runs statements in the order of a cycle, as long as there is no finding."""

    parsed: Mapping[FileKey, Parsed]
    catalog: Catalog
    scratch: Scratch
    findings: list[Finding]
    made: set[str] = field(default_factory=set[str])

    def files(self, files: Sequence[SourceFile]) -> tuple[NamedSql, ...]:
        """Return the statements of a stage, late facts before those that read them."""
        ordered: list[SourceFile] = []
        for file in files:
            parsed = self.parsed[file.stage, file.stem]
            late = self.catalog.late_for(parsed, self.made)
            ordered += [*(each.file for each in late), file]
        return tuple(self._file(file) for file in ordered)

    def side_facts(self) -> tuple[NamedSql, ...]:
        """Return the statements of the facts about the two sides of the pairs."""
        facts = self.catalog.side_facts
        self.made |= facts.keys()
        return tuple(self._file(each.file) for each in facts.values())

    def _file(self, file: SourceFile) -> NamedSql:
        """Run the statement of a file and return it.

        A table is made of settings as constants, if its query names all columns of
        `cfg` with it. A view is read when the variables may have changed.
        """
        name, kind = relation_of(file), kind_of(file)
        if kind == "table" and not self.findings:
            statement = named_sql(file, text=settings_as_constants(file.text))
            with suppress(SqlError):
                self.scratch.database.run(statement.sql)
                return statement
        if not self.findings:
            self.findings += self.scratch.create(file, name, kind)
        return named_sql(file)

    def relation(self, name: str, grain: tuple[str, ...] | None) -> Relation:
        """Return a relation that stands by now."""
        return Relation(name, grain, self.scratch.columns(name))

    def relations(self) -> dict[str, Relation]:
        """Return all that a file may join, with the facts that are made by now."""
        late = self.catalog.side_facts | self.catalog.late_facts
        made = {name: self.relation(name, late[name].file.grain) for name in self.made}
        return self.catalog.relations | made

    def one(self, statement: NamedSql) -> NamedSql:
        """Run a statement of the compiler's own and return it."""
        self.statements((statement,))
        return statement

    def statements(self, statements: Sequence[NamedSql]) -> None:
        """Run statements of the compiler's own."""
        if not self.findings:
            for statement in statements:
                self.scratch.database.run(statement.sql)

    def queries(self, queries: Queries) -> None:
        """Run the queries over a range; without rows any range will do."""
        if not self.findings:
            for text in (queries.fill, queries.verdict):
                self.scratch.database.run(text, (0, 1, 1, 0))
            for text in (queries.survivors, queries.reported):
                self.scratch.database.run(text, (0, 1))
            self.scratch.database.run(queries.reasons.sql())
