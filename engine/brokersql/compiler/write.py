"""The last step: all statements of a program, tried on tables without a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.bind import Scratch
from brokersql.compiler.candidate import Candidate
from brokersql.compiler.catalog import Catalog
from brokersql.compiler.compare import Comparison, comparison_of
from brokersql.compiler.criteria import FileKey, Numbered, criteria_of, drop_bits
from brokersql.compiler.emit import Emitter
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import Bit, Fused, fuse
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import Fact, NamedSql, Program
from brokersql.compiler.relations import Instances
from brokersql.compiler.sides import Kind, Sides
from brokersql.compiler.statements import (
    Explained,
    Rule,
    Writer,
    kind_of,
    named_sql,
    numeric,
    relation_of,
)
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


def write_program(
    parts: Parts, numbered: Numbered, scratch: Scratch, findings: list[Finding]
) -> Program:
    """Return the program; what DuckDB says against a late file goes to `findings`."""
    policy = parts.policy
    fused = fuse(parts.bits, parts.sides, parts.instances)
    emitter = Emitter(parts.candidate, parts.instances, fused)
    writer = Writer(emitter, emitter.terms())
    explained = [_explained(bit, fused) for bit in parts.bits]
    rules = [
        Rule(numbered.bits[file.stage, file.stem], relation_of(file))
        for file in policy.set_rules
    ]
    grains = tuple(NamedSql(name, sql) for name, sql in emitter.tables())
    criteria = criteria_of(policy, numbered, _grains(parts.bits, fused))
    hits = {
        stage: [each for each in criteria if each.stage == stage]
        for stage in ("gates", "caps")
    }
    table = NamedSql("x_verdict", frame("verdict_table"))
    dimension = writer.criterion(policy.name, criteria)
    gate_hit, cap_hit = writer.gate_hit(hits["gates"]), writer.cap_hit(hits["caps"])
    passed = writer.pairs("passed", drop_bits(policy, numbered))
    verdict, survivor = writer.verdict_view(), writer.pairs("survivor", -1)

    trial = _Trial(parts, scratch, findings)
    trial.statements((*grains, dimension))
    gates = trial.files(policy.gates)
    trial.statements((gate_hit, table, passed))
    set_rules = trial.files(policy.set_rules)
    trial.statements((verdict, survivor))
    weights = trial.files(policy.weights)
    pair_weight = writer.pair_weight(policy.weights)
    trial.statements((pair_weight,))
    caps = trial.files(policy.caps)
    trial.statements((cap_hit,))
    select = trial.files(policy.select)
    if not findings:
        explained = _with_numbers(explained, writer, scratch)
    shown = [each for each, _ in explained]
    pair_facts = parts.catalog.pair_facts.values()
    return Program(
        policy=policy.name,
        content_hash=policy.content_hash,
        unit_key=parts.candidate.unit_key,
        partner_key=parts.candidate.partner_key,
        criteria=criteria,
        drop_bits=drop_bits(policy, numbered),
        macros=tuple(NamedSql(file.stem, file.text) for file in parts.macros),
        facts=tuple(_fact(each.file) for each in parts.catalog.facts),
        candidate=named_sql(policy.candidate),
        pair_views=tuple(named_sql(each.file, "view") for each in pair_facts),
        filter_views=tuple(named_sql(file) for file in policy.filters),
        grains=grains,
        criterion=dimension,
        gates=gates,
        gate_hit=gate_hit,
        verdict_table=table,
        verdict_fill=NamedSql("x_verdict", writer.verdict("verdict_fill")),
        verdict_select=writer.verdict("verdict"),
        survivor_select=writer.survivors(),
        passed=passed,
        set_rules=set_rules,
        set_rule_marks=tuple(
            writer.mark(file, rule.bit)
            for file, rule in zip(policy.set_rules, rules, strict=True)
        ),
        verdict=verdict,
        survivor=survivor,
        weights=weights,
        pair_weight=pair_weight,
        caps=caps,
        cap_hit=cap_hit,
        select=select,
        reported=writer.reported(shown, rules),
        failing=writer.failing(shown, rules),
    )


@dataclass(slots=True)
class _Trial:
    """Runs statements without data; a file's faults are findings, others are bugs."""

    parts: Parts
    scratch: Scratch
    findings: list[Finding]
    made: set[str] = field(default_factory=set[str])

    def files(self, files: Sequence[SourceFile]) -> tuple[NamedSql, ...]:
        """Return the statements of a stage, late facts before those that read them."""
        ordered: list[SourceFile] = []
        for file in files:
            parsed = self.parts.parsed[file.stage, file.stem]
            late = self.parts.catalog.late_for(parsed, self.made)
            ordered += [*(each.file for each in late), file]
        for file in ordered:
            if not self.findings:
                name, kind = relation_of(file), kind_of(file)
                self.findings += self.scratch.create(file, name, kind)
        return tuple(named_sql(file) for file in ordered)

    def statements(self, statements: Sequence[NamedSql]) -> None:
        """Run statements of the compiler's own."""
        if not self.findings:
            for statement in statements:
                self.scratch.database.run(statement.sql)


def _fact(file: SourceFile) -> Fact:
    return Fact(file.stem, named_sql(file).sql, file.grain)


def _explained(bit: Bit, fused: Fused) -> tuple[Explained, Comparison | None]:
    """Return what is shown about a bit; its columns go to the tables now."""
    tables = fused.tables
    comparison = comparison_of(bit.predicate, tables.sides)
    detail = tables.on_pair(bit.detail)
    if comparison is None:
        return Explained(bit, detail), None
    requested = tables.on_pair(comparison.requested)
    offered = tables.on_pair(comparison.offered)
    return Explained(bit, detail, requested, comparison.operator, offered), comparison


def _with_numbers(
    explained: Sequence[tuple[Explained, Comparison | None]],
    writer: Writer,
    scratch: Scratch,
) -> list[tuple[Explained, Comparison | None]]:
    """Return the same with asked and offered only where both are numbers."""
    nodes: list[exp.Expr] = []
    for each, _ in explained:
        if each.requested is not None and each.offered is not None:
            nodes += [each.requested, each.offered]
    if not nodes:
        return list(explained)
    rows = scratch.database.rows(writer.operands(nodes))
    kinds = iter([str(row[1]) for row in rows])
    return [
        (each, None)
        if comparison is None
        else (numeric(each, comparison, next(kinds), next(kinds)), comparison)
        for each, comparison in explained
    ]


def _grains(bits: Sequence[Bit], fused: Fused) -> dict[FileKey, str]:
    """Return where each filter is decided, in the words of a reader."""
    words = {Kind.UNIT: "task", Kind.PARTNER: "queue", Kind.ANYWHERE: "task"}
    found: dict[FileKey, str] = {}
    for bit in bits:
        kinds = {place.kind for place in fused.grains.get(bit.number, [])}
        if kinds & {Kind.PAIR, Kind.SPARSE}:
            grain = "pair"
        elif Kind.LEVEL in kinds:
            grain = "link"
        else:
            names = sorted({words[kind] for kind in kinds}, reverse=True)
            grain = " & ".join(names) or "task"
        found["filters", bit.stem] = grain
    return found
