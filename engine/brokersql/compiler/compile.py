"""A policy in, a `Program` out.

A policy of pairs is flattened, fused and written as one program. A policy of units
needs no fusing: each rule is a query of its own. Findings are collected as far as one
step can go without the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from brokersql.compiler.builder import (
    Builder,
    RuleNumbers,
    check_bits,
    criteria_of,
    drop_bits,
    number_rules,
)
from brokersql.compiler.catalog import Instances, Scratch, read_catalog
from brokersql.compiler.emit import (
    PAIR_KEY,
    SURVIVOR,
    Emitter,
    Weights,
    criterion_table,
    grain_faults,
    statement_of,
)
from brokersql.compiler.explain_sql import (
    ExplainWriter,
    FilterComparison,
    cap_numbers,
    comparisons_of,
    explained_bits,
    of_one_type,
)
from brokersql.compiler.expressions import Macros
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
from brokersql.compiler.parse import parse_file, read_statement
from brokersql.compiler.plain_values import with_plain_values
from brokersql.compiler.program import (
    ALL_UNITS,
    Criterion,
    PairProgram,
    Program,
    RuleInput,
    Statement,
    UnitProgram,
    relation_of,
)
from brokersql.compiler.templates import framed
from brokersql.core.database import literal, quote
from brokersql.policy import Finding, Policy, SourceFile
from brokersql.policy.model import Header

#: Relations that exist only after the filters.
_LATE = (
    *("numbered_unit", "numbered_partner", "passed", "survivor", "verdict"),
    *("criterion", "gate_hit", "pair_weight", "cap_hit", "reported_unit"),
)
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
    return with_plain_values(program), []


@dataclass(slots=True)
class _PairBuilder(Builder):
    """Builds the program of a policy that decides about pairs."""

    instances: Instances = field(default_factory=Instances)

    def run(self) -> PairProgram | None:
        """Do all steps; return None as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        if not self.prepare(_late_names(policy)):
            return None
        # 2. the pairs, and every filter as a condition on a pair
        candidate = self.attempt(self._candidate)
        if candidate is None:
            return None
        flats = self._flatten(candidate)
        numbers = number_rules(policy)
        self._check(candidate, numbers)
        if self.findings:
            return None
        is_joint = policy.has_joint_level
        sides = self.attempt(
            lambda: read_join_sides(candidate, self.instances, is_joint)
        )
        if sides is None:
            return None
        # 3. one program
        bits = [
            Bit(numbers.bits[file.key], file.stem, flat.predicate, detail)
            for file, flat in flats
            for detail in [flat.columns["detail"]]
        ]
        return self._write(candidate, numbers, sides, bits)

    def _candidate(self) -> Candidate:
        parsed = self.parsed[self.policy.subject.key]
        return read_candidate(parsed, self.catalog.relations, self.instances)

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
            if self.check_columns(file, wanted, optional=candidate.rounds):
                flats.append((file, flat))
        return flats

    def _check(self, candidate: Candidate, numbers: RuleNumbers) -> None:
        """Let DuckDB check the plain files, and their columns against the stage."""
        policy = self.policy
        self.findings += check_bits(policy, numbers)
        for file in policy.gates:
            self.check_columns(file, (*candidate.decision_key, "detail"))
        for file in (*policy.set_rules, *policy.caps):
            self.check_columns(file, (PAIR_KEY, "detail"))
        for file in policy.weights:
            self.check_columns(file, (PAIR_KEY, file.stem), is_all=False)
        subject, *filters = self.trees((policy.subject, *policy.filters))
        for parsed in (subject, *self.catalog.pair_facts.values(), *filters):
            # one cause, one finding
            if not any(each.file == parsed.file.shown for each in self.findings):
                self.findings += self.scratch.create(parsed, "view")

    def _write(
        self,
        candidate: Candidate,
        numbers: RuleNumbers,
        sides: JoinSides,
        bits: Sequence[Bit],
    ) -> PairProgram:
        """Return the program; what DuckDB reports about a late file is a finding."""
        policy, instances = self.policy, self.instances
        # 1. every expression of the filters, read on the pair
        fused = fuse(bits, sides, instances)
        macros = Macros(self.macros)
        compared = comparisons_of(bits, sides, macros)
        typed = of_one_type(compared, instances, self.scratch)
        explained = explained_bits(bits, typed, fused.tables)
        terms = terms_of(fused)
        groups = read_queue_groups(fused, candidate.partner, instances, terms)
        emitter = Emitter(candidate, instances, fused, groups, terms)
        # 2. the tables that hold what was read, and the queries that explain
        tables = emitter.tables()
        self.run_all(tables)
        rules = {numbers.bits[it.key]: relation_of(it) for it in policy.set_rules}
        explainer = ExplainWriter(emitter, explained, rules)
        if not self.findings:
            explainer.keep_numbers(self.scratch)
        # 3. one program, each stage tried after those before it
        criteria = criteria_of(policy, numbers, grains_of(bits, fused))
        gates = [each for each in criteria if each.stage == "gates"]
        caps = [each for each in criteria if each.stage == "caps"]
        has_units = any(file.stem == "reported_unit" for file in policy.select)
        units = (
            ()
            if has_units or not policy.select
            else (framed("reported_unit", "reported_unit"),)
        )
        one, files = self.one, self.files
        # the arguments are evaluated in their order, and so are the statements tried
        program = PairProgram(
            policy=policy.name,
            content_hash=policy.content_hash,
            asks=policy.asks,
            decides=policy.decides,
            chooses=policy.chooses,
            criteria=criteria,
            macros=self.macro_statements,
            facts=tuple(map(statement_of, self.catalog.facts)),
            grain_faults=grain_faults([each.file for each in self.catalog.facts]),
            result_names=policy.results,
            unit_key=candidate.unit_key,
            partner_key=candidate.partner_key,
            drop_bits=drop_bits(policy, numbers),
            candidate=statement_of(self.parsed[policy.subject.key]),
            pair_views=tuple(
                statement_of(each, "view") for each in self.catalog.pair_facts.values()
            ),
            filter_views=tuple(map(statement_of, self.trees(policy.filters))),
            grains=tables,
            criterion=one(criterion_table(policy.name, criteria)),
            gates=files(policy.gates),
            gate_hit=one(emitter.gate_hit(gates)),
            numbering=one(emitter.numbering()),
            side_facts=self.side_facts(),
            verdict_table=one(framed("x_verdict", "verdict_table")),
            verdict_fill=replace(
                read_statement("x_verdict", emitter.verdict("verdict_fill")),
                parameters=(0, ALL_UNITS, 1, 0),
            ),
            verdict_select=emitter.verdict("verdict"),
            survivor_select=emitter.survivors(),
            passed=one(emitter.passed(drop_bits(policy, numbers))),
            set_rules=files(policy.set_rules),
            set_rule_marks=tuple(
                emitter.mark(file, numbers.bits[file.key]) for file in policy.set_rules
            ),
            verdict=one(emitter.verdict_view()),
            survivor=one(emitter.survivor(policy.set_rules)),
            weights=files(policy.weights),
            pair_weight=one(emitter.pair_weight(self._weights())),
            caps=files(policy.caps),
            cap_hit=one(emitter.cap_hit(caps)),
            select=(*map(one, units), *files(policy.select)),
            reported=explainer.reported(),
            reasons=explainer.failing(),
            cap_numbers=cap_numbers(self.trees(policy.caps), macros),
            rule_inputs=self._rule_inputs(bits, numbers, compared),
        )
        self.run_queries(program)
        return program

    def _rule_inputs(
        self,
        bits: Sequence[Bit],
        numbers: RuleNumbers,
        compared: Mapping[int, FilterComparison],
    ) -> tuple[RuleInput, ...]:
        """Return the values that the filters rest on, then those of later stages."""
        policy = self.policy
        known = (self.catalog, policy.parameters)
        ranked = [each for each in policy.select if each.stem == _RANKED]
        late = (*policy.set_rules, *policy.weights, *policy.caps, *ranked)
        return (
            *filter_inputs(bits, compared, self.instances, *known),
            *late_inputs(self.trees(late), numbers.bits, *known),
        )

    def _weights(self) -> Weights:
        """Return the factors of all weight files, whose relations are made."""
        if self.findings:
            return Weights({})
        survivor = {SURVIVOR: self.relation(SURVIVOR, (PAIR_KEY,))}
        weights = Weights(self.relations() | survivor)
        for parsed in self.trees(self.policy.weights):
            weights.add(parsed)
        return weights


class _UnitBuilder(Builder):
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
        criteria = criteria_of(policy, number_rules(policy), grains)

        def collected(stage: str, files: Sequence[SourceFile]) -> Statement:
            rules = [each for each in criteria if each.stage == stage]
            codes = {file.stem: file.header.text("code") or "null" for file in files}
            return self.one(_collect(stage, key, rules, codes))

        # the arguments are evaluated in their order, and so are the statements tried
        return UnitProgram(
            policy=policy.name,
            content_hash=policy.content_hash,
            asks=policy.asks,
            decides=policy.decides,
            chooses=policy.chooses,
            criteria=criteria,
            macros=self.macro_statements,
            facts=tuple(map(statement_of, self.catalog.facts)),
            grain_faults=grain_faults([each.file for each in self.catalog.facts]),
            unit_key=key,
            unit=files((policy.subject,))[0],
            criterion=self.one(criterion_table(policy.name, criteria)),
            exemptions=files(policy.exemptions),
            exempt=collected("exemptions", policy.exemptions),
            timeouts=files(policy.timeouts),
            timer=collected("timeouts", policy.timeouts),
            picks=files(policy.picks),
            picked=collected("picks", policy.picks),
            select=files(policy.select),
        )


def _collect(
    stage: str,
    key: Sequence[str],
    criteria: Sequence[Criterion],
    codes: Mapping[str, str],
) -> Statement:
    """Return the statement that collects the results of the rules of a stage."""
    table, columns = _COLLECTED[stage]
    return framed(
        table,
        "collected",
        table=table,
        keys=[quote(name) for name in key],
        columns=[{"name": name, "type": kind} for name, kind in columns.items()],
        rules=[
            {
                "step": each.step,
                "criterion": literal(each.criterion),
                "action": literal(each.effect),
                "code": codes[each.stem],
                "table": quote(each.relation),
            }
            for each in criteria
        ],
    )


def _late_names(policy: Policy) -> list[str]:
    """Return the names of relations that files of later stages may read."""
    files = (*policy.gates, *policy.set_rules, *policy.weights, *policy.caps)
    return [*_LATE, *(relation_of(file) for file in (*files, *policy.select))]


def read_facts(policy: Policy, names: Iterable[str]) -> tuple[Statement, ...]:
    """Return facts and all that they read, in the order in which to make them."""
    scratch = Scratch(policy)
    scratch.macros(policy.macros)
    asked = [
        SourceFile("select", name, name, f"from {quote(name)}", Header())
        for name in names
    ]
    catalog = read_catalog(
        policy, [parse_file(file) for file in asked], scratch, _late_names(policy)
    )
    return tuple(
        statement_of(parsed)
        for parsed in catalog.facts
        if parsed.file.stem in catalog.relations
        and catalog.relations[parsed.file.stem].columns
    )
