"""A policy in, a `Program` out.

A policy of pairs is flattened, fused and written as one program. A policy of units
needs no fusing: each rule is a query of its own. Findings are collected as far as one
step can go without the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from brokersql.compiler.builder import (
    Builder,
    DryRun,
    FileKey,
    PreparedPolicy,
    RuleNumbers,
    check_bits,
    criteria_of,
    drop_bits,
    number_rules,
)
from brokersql.compiler.catalog import Catalog, Instances, Scratch, read_catalog
from brokersql.compiler.emit import (
    PAIR_KEY,
    SURVIVOR,
    Emitter,
    Weights,
    Writer,
    criterion_table,
    grain_faults,
    literal,
    named_sql,
    weigh,
)
from brokersql.compiler.explain_sql import (
    ExplainWriter,
    FilterComparison,
    SetRuleBit,
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
    UnplacedError,
    read_candidate,
    read_join_sides,
)
from brokersql.compiler.lineage import filter_inputs, late_inputs
from brokersql.compiler.parse import Parsed, parse_file
from brokersql.compiler.plain_values import with_plain_values
from brokersql.compiler.program import (
    RELATION_PREFIX,
    Criterion,
    Fact,
    NamedSql,
    PairProgram,
    Program,
    Reads,
    RuleInput,
    UnitProgram,
    relation_of,
)
from brokersql.compiler.templates import frame
from brokersql.core.database import quote
from brokersql.policy import Finding, Policy, SourceFile
from brokersql.policy.model import Header

_IDENTIFIER = re.compile(r"\w+")
_MADE = re.compile(
    r"\b(?:create\s+(?:or\s+replace\s+)?(?:table|view|macro)|insert\s+into|update)"
    r'\s+"?(\w+)'
)
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
    plain = with_plain_values(program)
    return replace(plain, reads=reads_of(plain.statements)), []


@dataclass(frozen=True, slots=True)
class _FlatPolicy:
    """A checked policy of pairs, flattened: what its program is written from."""

    policy: Policy
    prepared: PreparedPolicy
    parsed: Mapping[FileKey, Parsed]
    numbers: RuleNumbers
    candidate: Candidate
    instances: Instances
    sides: JoinSides
    bits: tuple[Bit, ...]

    def trees(self, files: Sequence[SourceFile]) -> list[Parsed]:
        """Return the trees of files of one or more stages."""
        return [self.parsed[file.key] for file in files]


@dataclass(slots=True)
class _PairBuilder(Builder):
    """Builds the program of a policy that decides about pairs."""

    instances: Instances = field(default_factory=Instances)

    def run(self) -> PairProgram | None:
        """Do all steps; return None as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        prepared = self.prepare(_late_names(policy))
        if prepared is None:
            return None
        # 2. the pairs, and every filter as a condition on a pair
        candidate = self.attempt(lambda: self._candidate(prepared.catalog))
        if candidate is None:
            return None
        flats = self._flatten(prepared.catalog, candidate)
        numbers = number_rules(policy)
        self._check(prepared, candidate, numbers)
        sides = self._sides(candidate) if not self.findings else None
        if self.findings or sides is None:
            return None
        # 3. one program
        bits = tuple(
            Bit(numbers.bits[file.key], file.stem, flat.predicate, detail)
            for file, flat in flats
            for detail in [flat.columns["detail"]]
        )
        flat = _FlatPolicy(
            *(policy, prepared, self.parsed, numbers),
            *(candidate, self.instances, sides, bits),
        )
        return _write(flat, self.findings)

    def _candidate(self, catalog: Catalog) -> Candidate:
        parsed = self.parsed["candidate", self.policy.subject.stem]
        return read_candidate(parsed, catalog.relations, self.instances)

    def _flatten(
        self, catalog: Catalog, candidate: Candidate
    ) -> list[tuple[SourceFile, Flat]]:
        """Return the filters whose query is a condition on a pair."""
        flattener = Flattener(
            catalog.relations,
            catalog.pair_facts,
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

    def _check(
        self,
        prepared: PreparedPolicy,
        candidate: Candidate,
        numbers: RuleNumbers,
    ) -> None:
        """Let DuckDB check the plain files, and their columns against the stage."""
        policy = self.policy
        self.findings += check_bits(policy, numbers)
        for file in policy.gates:
            self.check_columns(file, (*candidate.decision_key, "detail"))
        for file in (*policy.set_rules, *policy.caps):
            self.check_columns(file, (PAIR_KEY, "detail"))
        for file in policy.weights:
            self.check_columns(file, (PAIR_KEY, file.stem), is_all=False)
        pairs = [each.file for each in prepared.catalog.pair_facts.values()]
        for file in (policy.subject, *pairs, *policy.filters):
            # one cause, one finding
            if not any(each.file == file.shown for each in self.findings):
                self.findings += prepared.scratch.create(
                    file, relation_of(file), "view"
                )

    def _sides(self, candidate: Candidate) -> JoinSides | None:
        try:
            return read_join_sides(
                candidate, self.instances, self.policy.has_joint_level
            )
        except UnplacedError as error:
            parsed, node = self.instances.origins[error.instance.name]
            message = f"the key of {node.alias_or_name} depends on facts of two keys"
            self.findings.append(parsed.finding(node, message, "make one fact of them"))
            return None


def _write(flat: _FlatPolicy, findings: list[Finding]) -> PairProgram:
    """Return the program; what DuckDB reports about a late file goes to `findings`."""
    policy, numbers = flat.policy, flat.numbers
    catalog, scratch = flat.prepared.catalog, flat.prepared.scratch
    # 1. every expression of the filters, read on the pair
    fused = fuse(flat.bits, flat.sides, flat.instances)
    macros = Macros(flat.prepared.macros)
    compared = comparisons_of(flat.bits, flat.sides, macros)
    typed = of_one_type(compared, flat.instances, scratch)
    explained = explained_bits(flat.bits, typed, fused.tables)
    terms = terms_of(fused)
    groups = read_queue_groups(fused, flat.candidate.partner, flat.instances, terms)
    emitter = Emitter(flat.candidate, flat.instances, fused, groups)
    writer = Writer(emitter, terms)
    # 2. the tables that hold what was read, and the stages after them
    tables = tuple(NamedSql(*each) for each in emitter.tables())
    criteria = criteria_of(policy, numbers, grains_of(flat.bits, fused))
    dry_run = DryRun(flat.parsed, catalog, scratch, findings)
    dry_run.statements(tables)
    late = _stages(flat, writer, dry_run, criteria)
    # 3. the queries that explain, with numbers where there are any
    rules = [
        SetRuleBit(numbers.bits[file.key], relation_of(file))
        for file in policy.set_rules
    ]
    explainer = ExplainWriter(writer, explained, rules)
    if not findings:
        explainer.keep_numbers(scratch)
    # 4. the program
    program = PairProgram(
        **_common_fields(policy, flat.prepared, criteria),
        result_names=policy.results,
        unit_key=flat.candidate.unit_key,
        partner_key=flat.candidate.partner_key,
        drop_bits=drop_bits(policy, numbers),
        candidate=named_sql(policy.subject),
        pair_views=tuple(
            named_sql(each.file, "view") for each in catalog.pair_facts.values()
        ),
        filter_views=tuple(named_sql(file) for file in policy.filters),
        grains=tables,
        verdict_fill=NamedSql("x_verdict", writer.verdict("verdict_fill")),
        verdict_select=writer.verdict("verdict"),
        survivor_select=writer.survivors(),
        set_rule_marks=tuple(
            writer.mark(file, numbers.bits[file.key]) for file in policy.set_rules
        ),
        reported=explainer.reported(),
        reasons=explainer.failing(),
        cap_numbers=cap_numbers(flat.trees(policy.caps), macros),
        rule_inputs=_rule_inputs(flat, compared),
        **late,
    )
    dry_run.queries(program)
    return program


def _rule_inputs(
    flat: _FlatPolicy, compared: Mapping[int, FilterComparison]
) -> tuple[RuleInput, ...]:
    """Return the values that the filters rest on, then those of later stages."""
    policy = flat.policy
    known = (flat.prepared.catalog, policy.parameters)
    ranked = [each for each in policy.select if each.stem == _RANKED]
    late = (*policy.set_rules, *policy.weights, *policy.caps, *ranked)
    return (
        *filter_inputs(flat.bits, compared, flat.instances, *known),
        *late_inputs(flat.trees(late), flat.numbers.bits, *known),
    )


class _Stages(TypedDict):
    """The statements of the stages, and those between them."""

    criterion: NamedSql
    gates: tuple[NamedSql, ...]
    gate_hit: NamedSql
    numbering: NamedSql
    side_facts: tuple[NamedSql, ...]
    verdict_table: NamedSql
    passed: NamedSql
    set_rules: tuple[NamedSql, ...]
    verdict: NamedSql
    survivor: NamedSql
    weights: tuple[NamedSql, ...]
    pair_weight: NamedSql
    caps: tuple[NamedSql, ...]
    cap_hit: NamedSql
    select: tuple[NamedSql, ...]


def _stages(
    flat: _FlatPolicy, writer: Writer, dry_run: DryRun, criteria: Sequence[Criterion]
) -> _Stages:
    """Return the statements of all stages, each tried after those before it."""
    policy, one = flat.policy, dry_run.one
    gates = [each for each in criteria if each.stage == "gates"]
    caps = [each for each in criteria if each.stage == "caps"]
    has_units = any(file.stem == "reported_unit" for file in policy.select)
    units = () if has_units or not policy.select else (writer.reported_units(),)
    # a dict is written in its order, and so are the statements tried
    return {
        "criterion": one(criterion_table(policy.name, criteria)),
        "gates": dry_run.files(policy.gates),
        "gate_hit": one(writer.gate_hit(gates)),
        "numbering": one(writer.numbering()),
        "side_facts": dry_run.side_facts(),
        "verdict_table": one(NamedSql("x_verdict", frame("verdict_table"))),
        "passed": one(writer.passed(drop_bits(policy, flat.numbers))),
        "set_rules": dry_run.files(policy.set_rules),
        "verdict": one(writer.verdict_view()),
        "survivor": one(writer.survivor(policy.set_rules)),
        "weights": dry_run.files(policy.weights),
        "pair_weight": one(writer.pair_weight(_weights(flat, dry_run))),
        "caps": dry_run.files(policy.caps),
        "cap_hit": one(writer.cap_hit(caps)),
        "select": (*map(one, units), *dry_run.files(policy.select)),
    }


def _weights(flat: _FlatPolicy, dry_run: DryRun) -> Weights:
    """Return the factors of all weight files, whose relations are made."""
    if dry_run.findings:
        return Weights({})
    survivor = {SURVIVOR: dry_run.relation(SURVIVOR, (PAIR_KEY,))}
    trees = flat.trees(flat.policy.weights)
    return weigh(trees, dry_run.relations() | survivor)


class _UnitBuilder(Builder):
    """Builds the program of a policy whose rules act upon single units."""

    __slots__ = ()

    def run(self) -> UnitProgram | None:
        """Do all steps; return None as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        collecting = [table for table, _ in _COLLECTED.values()]
        made = [relation_of(file) for file in (*policy.rules, *policy.select)]
        prepared = self.prepare(["unit", "criterion", *collecting, *made])
        if prepared is None:
            return None
        # 2. the columns of each stage
        key, stages = policy.subject.grain, dict(policy.stages)
        self.check_columns(policy.subject, key, is_all=False)
        for stage, (_, columns) in _COLLECTED.items():
            for file in stages[stage]:
                self.check_columns(file, (*key, *columns))
        # 3. one program, tried without rows
        return None if self.findings else self._write(prepared, key)

    def _write(self, prepared: PreparedPolicy, key: tuple[str, ...]) -> UnitProgram:
        policy = self.policy
        dry_run = DryRun(self.parsed, prepared.catalog, prepared.scratch, self.findings)
        grains = {file.key: policy.subject.stem for file in policy.rules}
        criteria = criteria_of(policy, number_rules(policy), grains)

        def collected(stage: str, files: Sequence[SourceFile]) -> NamedSql:
            rules = [each for each in criteria if each.stage == stage]
            codes = {file.stem: file.header.text("code") or "null" for file in files}
            return dry_run.one(_collect(stage, key, rules, codes))

        # the arguments are evaluated in their order, and so are the statements tried
        return UnitProgram(
            **_common_fields(policy, prepared, criteria),
            unit_key=key,
            unit=dry_run.files((policy.subject,))[0],
            criterion=dry_run.one(criterion_table(policy.name, criteria)),
            exemptions=dry_run.files(policy.exemptions),
            exempt=collected("exemptions", policy.exemptions),
            timeouts=dry_run.files(policy.timeouts),
            timer=collected("timeouts", policy.timeouts),
            picks=dry_run.files(policy.picks),
            picked=collected("picks", policy.picks),
            select=dry_run.files(policy.select),
        )


def _collect(
    stage: str,
    key: Sequence[str],
    criteria: Sequence[Criterion],
    codes: Mapping[str, str],
) -> NamedSql:
    """Return the statement that collects the results of the rules of a stage."""
    table, columns = _COLLECTED[stage]
    made = frame(
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
                "table": quote(f"{RELATION_PREFIX[stage]}{each.stem}"),
            }
            for each in criteria
        ],
    )
    return NamedSql(table, made)


def _fact(file: SourceFile) -> Fact:
    return Fact(file.stem, named_sql(file).sql, file.grain)


class _CommonFields(TypedDict):
    """The fields of a program that are made alike for every policy."""

    policy: str
    content_hash: str
    asks: str | None
    decides: str
    chooses: str
    criteria: tuple[Criterion, ...]
    macros: tuple[NamedSql, ...]
    facts: tuple[Fact, ...]
    grain_faults: str


def _common_fields(
    policy: Policy, prepared: PreparedPolicy, criteria: tuple[Criterion, ...]
) -> _CommonFields:
    """Return the fields of a program that are made alike for every policy."""
    facts = [each.file for each in prepared.catalog.facts]
    return {
        "policy": policy.name,
        "content_hash": policy.content_hash,
        "asks": policy.asks,
        "decides": policy.decides,
        "chooses": policy.chooses,
        "criteria": criteria,
        "macros": tuple(NamedSql(file.stem, file.text) for file in prepared.macros),
        "facts": tuple(map(_fact, facts)),
        "grain_faults": grain_faults(facts),
    }


def _late_names(policy: Policy) -> list[str]:
    """Return the names of relations that files of later stages may read."""
    files = (*policy.gates, *policy.set_rules, *policy.weights, *policy.caps)
    return [*_LATE, *(relation_of(file) for file in (*files, *policy.select))]


def read_facts(policy: Policy, names: Iterable[str]) -> tuple[Fact, ...]:
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
        _fact(parsed.file)
        for parsed in catalog.facts
        if parsed.file.stem in catalog.relations
        and catalog.relations[parsed.file.stem].columns
    )


def reads_of(statements: Iterable[NamedSql]) -> tuple[Reads, ...]:
    """Return, for each statement by name, those before it that it mentions.

    A comment counts as well: a statement that waits for too much is still right. One
    that mentions a relation depends on all that make, fill or change it.

    >>> made = [NamedSql("a", "create table a as from x"), NamedSql("b", "from A")]
    >>> reads_of(made)
    (Reads(name='a', of=()), Reads(name='b', of=('a',)))
    """
    makers: dict[str, set[str]] = {}
    found: dict[str, set[str]] = {}
    for each in statements:
        text = each.sql.lower()
        mentioned = set(_IDENTIFIER.findall(text)) & makers.keys()
        makers_of = {name for relation in mentioned for name in makers[relation]}
        found.setdefault(each.name, set()).update(makers_of - {each.name})
        for made in _MADE.findall(text):
            makers.setdefault(made, set()).add(each.name)
    return tuple(Reads(name, tuple(sorted(of))) for name, of in found.items())
