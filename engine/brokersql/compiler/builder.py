"""Steps of every compilation: parse, check, number the rules, dry run.

The reported reason of a pair is the lowest bit of its mask. So bits count in report
order: drop filters as the policy lists them, set rules, then defer filters from the
last to the first. The dry run executes every statement once on tables without a row:
what DuckDB reports about a policy file becomes a finding, an error in a statement of
the compiler's own is a fault of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from brokersql.compiler.catalog import (
    Catalog,
    Relation,
    Scratch,
    read_catalog,
)
from brokersql.compiler.emit import kind_of, statement_of
from brokersql.compiler.parse import CompileError, Parsed, lint, parse_file
from brokersql.compiler.program import Criterion, PairProgram, Statement
from brokersql.compiler.templates import settings_as_constants
from brokersql.core.database import SqlError
from brokersql.policy import Finding, Policy, SourceFile

T = TypeVar("T")
#: Bit 63 of a BIGINT is its sign, and 63 means that nothing rejects.
MOST_BITS = 63
#: Stage and stem of a file.
FileKey = tuple[str, str]


@dataclass(slots=True)
class Builder:
    """A policy on its way to a program, and what was found wrong with it so far.

    `scratch` is a database without rows, in which statements run in the order of a
    cycle as long as there is no finding; `made` are the facts made so far that wait
    for the pairs. It and `catalog` are there after `prepare`.
    """

    policy: Policy
    findings: list[Finding] = field(default_factory=list[Finding])
    parsed: dict[FileKey, Parsed] = field(default_factory=dict[FileKey, Parsed])
    made: set[str] = field(default_factory=set[str])
    scratch: Scratch = field(init=False)
    catalog: Catalog = field(init=False)
    macros: tuple[SourceFile, ...] = field(init=False)

    def prepare(self, late: Sequence[str]) -> bool:
        """Parse every file alone, then put the facts in order; False with findings.

        `late` names the relations that exist only in the course of the program.
        """
        policy = self.policy
        staged = [file for _, files in policy.stages for file in files]
        for file in (policy.subject, *staged):
            parsed = self.attempt(lambda file=file: parse_file(file))
            if parsed is not None:
                self.findings += lint(parsed)
                self.parsed[file.key] = parsed
        self.scratch = Scratch(policy)
        macros, faults = self.scratch.macros(policy.macros)
        self.macros = tuple(macros)
        self.findings += faults
        if self.findings:
            return False
        self.catalog = read_catalog(policy, self.parsed.values(), self.scratch, late)
        self.findings += self.catalog.findings
        return not self.findings

    def trees(self, files: Sequence[SourceFile]) -> list[Parsed]:
        """Return the trees of files of one or more stages."""
        return [self.parsed[file.key] for file in files]

    @property
    def macro_statements(self) -> tuple[Statement, ...]:
        """Return the statements of the macros, each after those it calls."""
        return tuple(Statement(file.stem, file.text) for file in self.macros)

    def attempt(self, step: Callable[[], T]) -> T | None:
        """Return what a step gives; its fault becomes a finding."""
        try:
            return step()
        except CompileError as fault:
            self.findings.append(fault.finding)
            return None

    def check_columns(
        self,
        file: SourceFile,
        wanted: Sequence[str],
        is_all: bool = True,
        optional: Sequence[str] = (),
    ) -> bool:
        """Report a query that does not give out the columns of its stage.

        Unless `is_all`, it may have any others besides; else the `optional` ones.
        """
        parsed = self.parsed[file.key]
        found = [name.lower() for name in parsed.tree.named_selects]
        more = set(found) - set(wanted) - set(optional)
        is_right = set(wanted) <= set(found) and not (is_all and more)
        if not is_right or len(found) != len(set(found)):
            message = f"its columns are {', '.join(found) or 'none'}"
            hint = f"its last select lists {', '.join(wanted)}"
            self.findings.append(parsed.finding(parsed.tree, message, hint))
        return is_right

    def files(self, files: Sequence[SourceFile]) -> tuple[Statement, ...]:
        """Return the statements of a stage, late facts before those that read them."""
        ordered: list[Parsed] = []
        for parsed in self.trees(files):
            ordered += [*self.catalog.late_for(parsed, self.made), parsed]
        return tuple(map(self._file, ordered))

    def side_facts(self) -> tuple[Statement, ...]:
        """Return the statements of the facts about the two sides of the pairs."""
        facts = self.catalog.side_facts
        self.made |= facts.keys()
        return tuple(map(self._file, facts.values()))

    def _file(self, parsed: Parsed) -> Statement:
        """Run the statement of a file and return it.

        A table is made of settings as constants, if its query names all columns of
        `cfg` with it. A view is read when the variables may have changed.
        """
        file = parsed.file
        kind = kind_of(file)
        if kind == "table" and not self.findings:
            statement = statement_of(parsed, text=settings_as_constants(file.text))
            with suppress(SqlError):
                self.scratch.database.run(statement.sql)
                return statement
        if not self.findings:
            self.findings += self.scratch.create(parsed, kind)
        return statement_of(parsed)

    def relation(self, name: str, grain: tuple[str, ...] | None) -> Relation:
        """Return a relation that stands by now."""
        return Relation(name, grain, self.scratch.columns(name))

    def relations(self) -> dict[str, Relation]:
        """Return all that a file may join, with the facts that are made by now."""
        late = self.catalog.side_facts | self.catalog.late_facts
        made = {name: self.relation(name, late[name].file.grain) for name in self.made}
        return self.catalog.relations | made

    def one(self, statement: Statement) -> Statement:
        """Run a statement of the compiler's own and return it."""
        self.run_all((statement,))
        return statement

    def run_all(self, statements: Sequence[Statement]) -> None:
        """Run statements of the compiler's own."""
        if not self.findings:
            for statement in statements:
                self.scratch.database.run(statement.sql)

    def run_queries(self, program: PairProgram) -> None:
        """Run the queries over a range; without rows any range will do."""
        if not self.findings:
            for text in (program.verdict_fill.sql, program.verdict_select):
                self.scratch.database.run(text, (0, 1, 1, 0))
            for text in (program.survivor_select, program.reported):
                self.scratch.database.run(text, (0, 1))
            self.scratch.database.run(program.reasons.sql())


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """The step of every rule file and the bit of those that reject pairs."""

    steps: Mapping[FileKey, int]
    bits: Mapping[FileKey, int]


def number_rules(policy: Policy) -> RuleNumbers:
    """Return steps and bits; bits beyond the last are given all the same."""
    drops = [file for file in policy.filters if file.header.text("effect") == "drop"]
    defers = [file for file in policy.filters if file not in drops]
    ranked = [*drops, *policy.set_rules, *reversed(defers)]
    return RuleNumbers(
        {file.key: step for step, file in enumerate(policy.rules, start=1)},
        {file.key: bit for bit, file in enumerate(ranked)},
    )


def check_bits(policy: Policy, numbers: RuleNumbers) -> list[Finding]:
    """Return the fault of a policy with more rules than a mask has bits, or none."""
    if not policy.filters:
        message = "the policy has no filters, so no pair would have a verdict"
        return [policy.subject.finding(0, 1, message, "list them in policy.toml")]
    if len(numbers.bits) <= MOST_BITS:
        return []
    file = (*policy.filters, *policy.set_rules)[MOST_BITS]
    message = f"filter {MOST_BITS + 1} of the policy: a mask has {MOST_BITS} bits"
    return [file.finding(0, 1, message, "merge two filters, or drop one")]


def drop_bits(policy: Policy, numbers: RuleNumbers) -> int:
    """Return the bits of all drop filters in one number."""
    drops = [file for file in policy.filters if file.header.text("effect") == "drop"]
    return sum(1 << numbers.bits[file.key] for file in drops)


def criteria_of(
    policy: Policy, numbers: RuleNumbers, grains: Mapping[FileKey, str]
) -> tuple[Criterion, ...]:
    """Return one row for each rule file, in the order of their steps."""
    return tuple(_criterion(file, numbers, grains) for file in policy.rules)


def _criterion(
    file: SourceFile, numbers: RuleNumbers, grains: Mapping[FileKey, str]
) -> Criterion:
    header = file.header
    return Criterion(
        bit=numbers.bits.get(file.key),
        step=numbers.steps[file.key],
        criterion=header.text("criterion"),
        label=header.text("label"),
        title=header.text("title"),
        effect=header.text("effect"),
        cls=header.text("class"),
        source=header.text("source"),
        file=file.shown,
        stage=file.stage,
        stem=file.stem,
        grain=grains.get(file.key, "task" if file.stage == "gates" else "pair"),
    )
