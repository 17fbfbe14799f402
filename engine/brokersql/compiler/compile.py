"""A policy in, a `Program` out.

A policy of pairs is flattened, fused and written as one program. A policy of units
needs no fusing: each rule is a query of its own. Findings are collected as far as one
step can go without the one before it.

The reported reason of a pair is the lowest bit of its mask. So bits count in report
order: drop filters as the policy lists them, set rules, then defer filters from the
last to the first. The dry run executes every statement once on tables without a row:
what DuckDB reports about a policy file becomes a finding, an error in a statement of
the compiler's own is a fault of the compiler.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from sqlglot import exp

from brokersql.compiler.catalog import (
    Catalog,
    Instances,
    Relation,
    Scratch,
    read_catalog,
)
from brokersql.compiler.column_effects import column_effects
from brokersql.compiler.emit import (
    REMAINING,
    REPORTED_ROUND,
    SURVIVOR,
    Emitter,
    Weights,
    criterion_table,
    grain_faults,
    kind_of,
    statement_of,
)
from brokersql.compiler.explain_sql import (
    COMPARED,
    COMPARISON,
    ExplainWriter,
    cap_reasons,
    comparison_of,
)
from brokersql.compiler.flatten import Flat, Flattener
from brokersql.compiler.fuse import (
    Bit,
    fuse,
    grains_of,
    read_queue_groups,
    terms_of,
)
from brokersql.compiler.join_sides import (
    Candidate,
    JoinSides,
    read_candidate,
    read_join_sides,
)
from brokersql.compiler.lineage import filter_inputs, late_inputs
from brokersql.compiler.name_domains import mixed_names
from brokersql.compiler.parse import (
    SETTINGS,
    CompileError,
    Parsed,
    lint,
    parse_file,
    read_statement,
)
from brokersql.compiler.plain_values import with_plain_values
from brokersql.compiler.program import (
    ALL_UNITS,
    PAIR_TABLES,
    Criterion,
    FileKey,
    PairProgram,
    Program,
    RuleInput,
    Statement,
    UnitProgram,
    relation_of,
)
from brokersql.compiler.shared_values import SharedValues
from brokersql.compiler.shorthand import Shorthand
from brokersql.compiler.templates import framed, settings_as_constants
from brokersql.core.database import SqlError, literal, quote
from brokersql.core.errors import suggest
from brokersql.policy import Finding, Policy, SourceFile
from brokersql.policy.model import Header

T = TypeVar("T")
#: Bit 63 of a BIGINT is its sign, and 63 means that nothing rejects.
MOST_BITS = 63
#: Relations that exist only after the filters.
_LATE = (
    *("candidate_unit", "passed", REMAINING, SURVIVOR, "checked"),
    *("criterion", "gate_hit", "pair_weight", "cap_hit"),
)
#: A column of `cfg` that is read as a connection variable.
_VARIABLE = re.compile(r"(?i)getvariable\('cfg_(\w+)'\)")
#: The file of the select stage that decides which of the weighed pairs are chosen.
_RANKED = "ranked"
#: Stage of a policy of units -> the table that collects the results of its rules, and
#: its columns besides the unit's key.
_COLLECTED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "exemptions": ("exempt", {"detail": "varchar"}),
    "timeouts": ("timer", {"clock_time": "timestamp", "due_time": "timestamp"}),
    "picks": ("picked", {"clock_time": "timestamp"}),
}


def build(policy: Policy) -> tuple[Program | None, list[Finding]]:
    """Return the program of a policy, or None and all that is wrong with its files."""
    builder = _PairBuilder(policy) if policy.is_paired else _UnitBuilder(policy)
    program = builder.run()
    if program is None or builder.findings:
        return None, builder.findings
    texts = json.dumps(asdict(program))
    variables = tuple(sorted(set(_VARIABLE.findall(texts))))
    readers = _readers(program, policy, builder.catalog)
    whole = replace(program, readers=readers, variables=variables)
    return with_plain_values(whole), []


def _readers(program: Program, policy: Policy, catalog: Catalog) -> str:
    """Return the text of `Program.readers`."""
    columns = {name: list(it.column_types) for name, it in catalog.tables.items()}
    columns[SETTINGS] = [each.column for each in policy.parameters]
    found = column_effects(program.statements, columns)
    lines = (f"{name} {' '.join(map(str, it))}" for name, it in found.items())
    return "\n".join(lines)


@dataclass(slots=True)
class _Builder:
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
    macros: list[SourceFile] = field(init=False)

    def prepare(self, late: Sequence[str]) -> bool:
        """Parse every file alone, then put the facts in order; False with findings.

        `late` names the relations that exist only in the course of the program.
        """
        policy = self.policy
        staged = [file for _, files in policy.stages for file in files]
        self.scratch = Scratch(policy)
        for file in (policy.subject, *staged):
            parsed = self.attempt(lambda file=file: parse_file(file))
            if parsed is not None:
                self.findings += lint(parsed)
                self.parsed[file.key] = parsed
        self.macros, faults = self.scratch.macros(policy.macros)
        self.findings += faults
        if self.findings:
            return False
        self.catalog = read_catalog(policy, self.parsed.values(), self.scratch, late)
        self.findings += self.catalog.findings
        files = [*self.parsed.values(), *self.catalog.read_facts]
        self.findings += Shorthand(files, self.catalog.tables).write_out()
        self.findings += (found for each in files for found in mixed_names(each))
        return not self.findings

    def trees(self, files: Sequence[SourceFile]) -> list[Parsed]:
        """Return the trees of files of one or more stages."""
        return [self.parsed[file.key] for file in files]

    def common(self, criteria: tuple[Criterion, ...]) -> dict[str, Any]:
        """Return the fields that all programs have, but keys and the select stage."""
        policy, facts = self.policy, self.catalog.facts
        return {
            "policy": policy.name,
            "content_hash": policy.content_hash,
            "asks": policy.asks,
            "decides": policy.decides,
            "chooses": policy.chooses,
            "criteria": criteria,
            "macros": tuple(Statement(file.stem, file.text) for file in self.macros),
            "facts": tuple(map(statement_of, facts)),
            "grain_faults": grain_faults([each.file for each in facts]),
            "criterion": self.one(criterion_table(policy.name, criteria)),
        }

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
        given = [name for name in COMPARISON if name in optional and name in found]
        missing = [name for name in COMPARED if name not in found]
        if is_right and given and missing:
            message = f"it gives {', '.join(given)} without {', '.join(missing)}"
            self.findings.append(parsed.finding(parsed.tree, message))
        if not is_right or len(found) != len(set(found)):
            absent = [name for name in wanted if name not in found]
            message = f"its columns are {', '.join(found) or 'none'}"
            if absent:
                message = f"{message}, without {', '.join(absent)}"
            near = [(name, suggest(name, {*wanted, *optional})) for name in more]
            hint = "; ".join(f"{name}: {it}" for name, it in sorted(near) if it)
            hint = hint or f"its last select lists {', '.join(wanted)}"
            self.findings.append(parsed.finding(parsed.tree, message, hint))
        return is_right

    def files(self, files: Sequence[SourceFile]) -> tuple[Statement, ...]:
        """Return the statements of a stage, late facts before those that read them."""
        ordered: list[Parsed] = []
        for parsed in self.trees(files):
            ordered += [*self.catalog.late_for(parsed, self.made), parsed]
        return tuple(map(self._file, ordered))

    def _file(self, parsed: Parsed) -> Statement:
        """Run the statement of a file and return it.

        A table is made of settings as constants, if its query names all columns of
        `cfg` with it. A view is read when the variables may have changed.
        """
        file = parsed.file
        kind = kind_of(file)
        if kind == "table" and not self.findings:
            statement = statement_of(parsed, text=settings_as_constants(parsed.text))
            with suppress(SqlError):
                self.scratch.database.run(statement.sql)
                return statement
        if not self.findings:
            self.findings += self.scratch.create(parsed, kind)
        return statement_of(parsed)

    def one(self, statement: Statement) -> Statement:
        """Run a statement of the compiler's own and return it."""
        if not self.findings:
            self.scratch.database.run(statement.sql)
        return statement


@dataclass(slots=True)
class _PairBuilder(_Builder):
    """Builds the program of a policy that decides about pairs."""

    instances: Instances = field(default_factory=Instances)

    def run(self) -> PairProgram | None:
        """Do all steps; return None as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        if not self.prepare(_late_names(policy)):
            return None
        # 2. the pairs, and every filter as a condition on a pair
        subject, relations = self.parsed[policy.subject.key], self.catalog.relations
        candidate = self.attempt(
            lambda: read_candidate(subject, relations, self.instances)
        )
        if candidate is None:
            return None
        flats = self._flatten(candidate)
        rule_bits = _bits_of(policy)
        self._check(candidate, rule_bits)
        if self.findings:
            return None
        # 3. where each condition is decided
        placed = self.attempt(lambda: self._place(candidate, rule_bits, flats))
        if placed is None:
            return None
        # 4. one program
        return self._write(candidate, rule_bits, *placed)

    def _flatten(self, candidate: Candidate) -> list[tuple[SourceFile, Flat]]:
        """Return the filters whose query is a condition on a pair."""
        flattener = Flattener(
            self.catalog.relations,
            self.catalog.pair_facts,
            self.instances,
            candidate.columns,
            candidate.key_texts,
        )
        wanted = (*candidate.decision_key, *candidate.partner_key, "detail")
        flats: list[tuple[SourceFile, Flat]] = []
        for file in self.policy.filters:
            parsed = self.parsed[file.key]
            flat = self.attempt(lambda parsed=parsed: flattener.flatten(parsed))
            if flat is None:
                continue
            optional = (*candidate.rounds, *COMPARISON)
            if self.check_columns(file, wanted, optional=optional):
                flats.append((file, flat))
        return flats

    def _place(
        self,
        candidate: Candidate,
        rule_bits: Mapping[FileKey, int],
        flats: Sequence[tuple[SourceFile, Flat]],
    ) -> tuple[JoinSides, list[Bit], SharedValues]:
        """Return the place of every instance, the filters, and what they look up.

        Raises:
            Fault: a key depends on two levels or two sparse relations.
        """
        shared = SharedValues(candidate, self.instances, self.scratch)
        bits = [
            Bit(
                rule_bits[file.key],
                file.stem,
                shared.looked_up(flat).predicate,
                flat.columns,
                flat.predicate,
            )
            for file, flat in flats
        ]
        is_joint = self.policy.has_joint_level
        sides = read_join_sides(candidate, self.instances, is_joint)
        return sides, bits, shared

    def _check(self, candidate: Candidate, bits: Mapping[FileKey, int]) -> None:
        """Let DuckDB check the plain files, and their columns against the stage."""
        policy = self.policy
        if not policy.filters:
            message = "the policy has no filters, so no pair would have a verdict"
            hint = "list them in policy.toml"
            self.findings.append(policy.subject.finding(0, 1, message, hint))
        if len(bits) > MOST_BITS:
            file = (*policy.filters, *policy.set_rules)[MOST_BITS]
            message = (
                f"filter {MOST_BITS + 1} of the policy: a mask has {MOST_BITS} bits"
            )
            hint = "merge two filters, or drop one"
            self.findings.append(file.finding(0, 1, message, hint))
        for file in policy.gates:
            self.check_columns(file, (*candidate.decision_key, "detail"))
        for file in policy.set_rules:
            self.check_columns(file, (*candidate.pair_key, "detail"))
        for file in policy.caps:
            wanted = (*candidate.pair_key, "detail")
            self.check_columns(file, wanted, optional=COMPARISON)
        for file in policy.weights:
            wanted = (*candidate.pair_key, file.stem)
            self.check_columns(file, wanted, is_all=False)
        subject, *filters = self.trees((policy.subject, *policy.filters))
        for parsed in (subject, *self.catalog.pair_facts.values(), *filters):
            # one cause, one finding
            if not any(each.file == parsed.file.shown for each in self.findings):
                self.findings += self.scratch.create(parsed, "view")

    def _write(
        self,
        candidate: Candidate,
        rule_bits: Mapping[FileKey, int],
        sides: JoinSides,
        bits: Sequence[Bit],
        shared: SharedValues,
    ) -> PairProgram:
        """Return the program; what DuckDB reports about a late file is a finding."""
        policy, instances = self.policy, self.instances
        # 1. every expression of the filters, read on the pair
        fused = fuse(bits, sides, instances)
        details: dict[int, exp.Expr] = {}
        compared: dict[int, dict[str, exp.Expr]] = {}
        for bit in bits:
            details[bit.number] = fused.tables.when_asked(bit.columns["detail"])
            if found := comparison_of(bit.columns):
                compared[bit.number] = {
                    name: fused.tables.on_pair(node) for name, node in found.items()
                }
        terms = terms_of(fused)
        groups = read_queue_groups(fused, candidate.partner, instances, terms)
        emitter = Emitter(candidate, instances, fused, groups, terms)
        # 2. the tables that hold what was read, and the queries that explain
        tables = tuple(map(self.one, (*shared.statements(), *emitter.tables())))
        rules = {rule_bits[it.key]: relation_of(it) for it in policy.set_rules}
        explainer = ExplainWriter(emitter, details, compared, rules)
        if not self.findings:
            stems = {bit.number: bit.stem for bit in bits}
            for bit, name, kind in explainer.no_numbers(self.scratch):
                parsed = self.parsed["filters", stems[bit]]
                named = {each.alias_or_name: each for each in parsed.tree.selects}
                message = f"{name} is {kind}, and no number"
                self.findings.append(parsed.finding(named[name], message))
        # 3. one program, each stage tried after those before it
        criteria = _criteria(policy, rule_bits, grains_of(bits, fused))
        gates = [each for each in criteria if each.stage == "gates"]
        caps = [each for each in criteria if each.stage == "caps"]
        drops = sum(1 << rule_bits[file.key] for file in _drops(policy))
        one, files = self.one, self.files
        # the arguments are evaluated in their order, and so are the statements tried
        program = PairProgram(
            **self.common(criteria),
            result_names=policy.results,
            unit_key=candidate.unit_key,
            partner_key=candidate.partner_key,
            drop_bits=drops,
            candidate=statement_of(self.parsed[policy.subject.key]),
            pair_views=tuple(
                statement_of(each, "view") for each in self.catalog.pair_facts.values()
            ),
            filter_views=tuple(map(statement_of, self.trees(policy.filters))),
            grains=tables,
            gates=files(policy.gates),
            gate_hit=one(emitter.gate_hit(gates)),
            numbering=one(emitter.numbering()),
            verdict_table=one(framed("x_verdict", "verdict_table")),
            verdict_fill=replace(
                read_statement("x_verdict", emitter.verdict("verdict_fill")),
                parameters=(0, ALL_UNITS, 1, 0),
            ),
            verdict_select=emitter.verdict("verdict"),
            survivor_select=emitter.survivors(),
            passed=one(emitter.passed(drops)),
            set_rules=self._set_rules(emitter, rule_bits),
            verdict=one(emitter.verdict_view()),
            survivor=one(emitter.survivor()),
            weights=files(policy.weights),
            pair_weight=one(emitter.pair_weight(self._weights(candidate.pair_key))),
            caps=files(policy.caps),
            cap_hit=one(emitter.cap_hit(caps)),
            select=tuple(self._select(emitter)),
            reported=explainer.reported(),
            reasons=explainer.failing(),
            cap_reasons=cap_reasons(self.trees(policy.caps), caps, candidate.pair_key),
            rule_inputs=self._rule_inputs(bits, rule_bits),
        )
        if not self.findings:  # without rows any range will do
            database = self.scratch.database
            for text in (program.verdict_fill.sql, program.verdict_select):
                database.run(text, (0, 1, 1, 0))
            for text in (program.survivor_select, program.reported):
                database.run(text, (0, 1))
            database.run(program.reasons.sql())
        return program

    def _set_rules(
        self, emitter: Emitter, rule_bits: Mapping[FileKey, int]
    ) -> tuple[Statement, ...]:
        """Return the statements of the set rules, each with the mark of its hits."""
        rules = {file: rule_bits[file.key] for file in self.policy.set_rules}
        if not rules:
            return ()
        statements = [
            self.one(emitter.remaining(sum(1 << bit for bit in rules.values())))
        ]
        for file, bit in rules.items():
            statements += [*self.files((file,)), self.one(emitter.mark(file, bit))]
        return (*statements, self.one(framed("marked", "marked")))

    def _select(self, emitter: Emitter) -> Iterator[Statement]:
        """Yield the statements of the select stage, and of what is shown of pairs.

        The files have pairs by the keys of candidate, result tables by their own names.
        """
        for file in self.policy.select:
            yield from self.files((file,))
            if file.stem in PAIR_TABLES and not self.findings:
                made = relation_of(file)
                columns = self.scratch.columns(made)
                missing = [it for it in emitter.candidate.pair_key if it not in columns]
                if missing:
                    message = f"it has no column {missing[0]}, a key of the pairs"
                    self.findings.append(file.finding(0, 1, message))
                    return
                yield self.one(emitter.pair_table(file.stem, made, columns))
        if self.policy.select:
            rounds = [it.stem for it in self.policy.select if it.stem == REPORTED_ROUND]
            yield self.one(emitter.reported_unit(rounds))

    def _rule_inputs(
        self,
        bits: Sequence[Bit],
        rule_bits: Mapping[FileKey, int],
    ) -> tuple[RuleInput, ...]:
        """Return the values that the filters rest on, then those of later stages."""
        policy = self.policy
        known = (self.catalog, policy.parameters)
        ranked = [each for each in policy.select if each.stem == _RANKED]
        late = (*policy.set_rules, *policy.weights, *policy.caps, *ranked)
        return (
            *filter_inputs(bits, self.instances, *known),
            *late_inputs(self.trees(late), rule_bits, *known),
        )

    def _weights(self, pair_key: tuple[str, ...]) -> Weights:
        """Return the factors of all weight files, whose relations are made."""
        if self.findings:
            return Weights({}, pair_key)
        late = self.catalog.late_facts
        made = {name: late[name].file.grain for name in self.made}
        relations = {
            name: Relation(name, grain, self.scratch.columns(name))
            for name, grain in (made | {SURVIVOR: pair_key}).items()
        }
        weights = Weights(self.catalog.relations | relations, pair_key)
        for parsed in self.trees(self.policy.weights):
            weights.add(parsed)
        return weights


class _UnitBuilder(_Builder):
    """Builds the program of a policy whose rules act upon single units."""

    __slots__ = ()

    def run(self) -> UnitProgram | None:
        """Do all steps; return None as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        collecting = [table for table, _ in _COLLECTED.values()]
        made = [relation_of(file) for file in (*policy.rules, *policy.select)]
        if not self.prepare(["unit", "criterion", *collecting, *made]):
            return None
        # 2. the columns of each stage
        key, stages = policy.subject.grain, dict(policy.stages)
        self.check_columns(policy.subject, key, is_all=False)
        for stage, (_, columns) in _COLLECTED.items():
            for file in stages[stage]:
                self.check_columns(file, (*key, *columns))
        # 3. one program, tried without rows
        return None if self.findings else self._write(key)

    def _write(self, key: tuple[str, ...]) -> UnitProgram:
        policy, files = self.policy, self.files
        grains = {file.key: policy.subject.stem for file in policy.rules}
        criteria = _criteria(policy, _bits_of(policy), grains)
        codes = {it.key: it.header.text("code") or "null" for it in policy.rules}

        def collected(stage: str) -> Statement:
            """Return the statement that collects the results of a stage's rules."""
            table, columns = _COLLECTED[stage]
            rules = [
                {
                    "step": each.step,
                    "criterion": literal(each.criterion),
                    "action": literal(each.effect),
                    "code": codes[stage, each.stem],
                    "table": quote(each.relation),
                }
                for each in criteria
                if each.stage == stage
            ]
            named = [{"name": name, "type": kind} for name, kind in columns.items()]
            keys = [quote(name) for name in key]
            values = {"keys": keys, "columns": named, "rules": rules}
            return self.one(framed(table, "collected", **values))

        # the arguments are evaluated in their order, and so are the statements tried
        return UnitProgram(
            **self.common(criteria),
            unit_key=key,
            unit=files((policy.subject,))[0],
            exemptions=files(policy.exemptions),
            exempt=collected("exemptions"),
            timeouts=files(policy.timeouts),
            timer=collected("timeouts"),
            picks=files(policy.picks),
            picked=collected("picks"),
            select=files(policy.select),
        )


def _drops(policy: Policy) -> list[SourceFile]:
    return [file for file in policy.filters if file.effect == "drop"]


def _bits_of(policy: Policy) -> dict[FileKey, int]:
    """Return the bits of the rules that reject pairs, those beyond the last too."""
    drops = _drops(policy)
    defers = [file for file in policy.filters if file not in drops]
    ranked = (*drops, *policy.set_rules, *reversed(defers))
    return {file.key: bit for bit, file in enumerate(ranked)}


def _criteria(
    policy: Policy, bits: Mapping[FileKey, int], grains: Mapping[FileKey, str]
) -> tuple[Criterion, ...]:
    """Return one row for each rule file, in the order of their steps."""
    return tuple(
        Criterion(
            bit=bits.get(file.key),
            step=step,
            criterion=file.header.text("criterion"),
            label=file.label,
            title=file.header.text("title"),
            effect=file.effect,
            cls=file.header.text("class"),
            source=file.header.source(policy.page),
            file=file.shown,
            stage=file.stage,
            stem=file.stem,
            grain=grains.get(file.key, "task" if file.stage == "gates" else "pair"),
            owner=file.header.text("owner"),
        )
        for step, file in enumerate(policy.rules, start=1)
    )


def _late_names(policy: Policy) -> list[str]:
    """Return the names of relations that files of later stages may read."""
    files = (*policy.gates, *policy.set_rules, *policy.weights, *policy.caps)
    return [*_LATE, *(relation_of(file) for file in (*files, *policy.select))]


def read_facts(policy: Policy) -> tuple[Statement, ...]:
    """Return the facts of a policy that need no cycle, in an order to make them."""
    scratch = Scratch(policy)
    scratch.macros(policy.macros)
    asked = [
        SourceFile("select", name, name, f"from {quote(name)}", Header())
        for name in sorted(file.stem for file in policy.facts)
    ]
    catalog = read_catalog(
        policy, [parse_file(file) for file in asked], scratch, _late_names(policy)
    )
    Shorthand(catalog.read_facts, catalog.tables).write_out()
    return tuple(
        statement_of(parsed)
        for parsed in catalog.facts
        if parsed.file.stem in catalog.relations
        and catalog.relations[parsed.file.stem].columns
    )
