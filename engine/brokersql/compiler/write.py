"""The last step: all statements of a program, tried on tables without a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.bind import Scratch
from brokersql.compiler.candidate import Candidate
from brokersql.compiler.catalog import Catalog
from brokersql.compiler.compare import Comparison, comparison_of
from brokersql.compiler.criteria import FileKey, Numbered, criteria_of, drop_bits
from brokersql.compiler.emit import Emitter
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import Bit, Fused, fuse
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
    passed = writer.pairs("passed", drop_bits(policy, numbered))
    survivor = writer.pairs("survivor", -1)
    verdict = writer.verdict_view()
    gate_hit, cap_hit = writer.gate_hit(hits["gates"]), writer.cap_hit(hits["caps"])

    run = _Trial(scratch, findings)
    run.files(policy.gates)
    run.statements((*grains, gate_hit, table, passed))
    run.files(policy.set_rules)
    run.statements((verdict, survivor))
    run.files((*policy.weights, *policy.caps))
    run.statements((cap_hit,))
    run.files(policy.select)
    if not findings:
        explained = _with_numbers(explained, writer, scratch)

    return Program(
        policy=policy.name,
        content_hash=policy.content_hash,
        unit_key=parts.candidate.unit_key,
        partner_key=parts.candidate.partner_key,
        criteria=criteria,
        drop_bits=drop_bits(policy, numbered),
        macros=tuple(NamedSql(file.stem, file.text) for file in policy.macros),
        facts=tuple(_fact(each.file) for each in parts.catalog.facts),
        candidate=named_sql(policy.candidate),
        pair_views=tuple(
            named_sql(each.file, "view") for each in parts.catalog.pair_facts.values()
        ),
        filter_views=_named(policy.filters),
        grains=grains,
        gates=_named(policy.gates),
        gate_hit=gate_hit,
        verdict_table=table,
        verdict_fill=NamedSql("x_verdict", writer.verdict("verdict_fill")),
        verdict_select=writer.verdict("verdict"),
        survivor_select=writer.survivors(),
        passed=passed,
        set_rules=_named(policy.set_rules),
        set_rule_marks=tuple(
            writer.mark(file, rule.bit)
            for file, rule in zip(policy.set_rules, rules, strict=True)
        ),
        verdict=verdict,
        survivor=survivor,
        weights=_named(policy.weights),
        caps=_named(policy.caps),
        cap_hit=cap_hit,
        select=_named(policy.select),
        reported=writer.reported([each for each, _ in explained], rules),
        failing=writer.failing([each for each, _ in explained], rules),
    )


@dataclass(slots=True)
class _Trial:
    """Runs statements without data; a file's faults are findings, others are bugs."""

    scratch: Scratch
    findings: list[Finding]

    def files(self, files: Sequence[SourceFile]) -> None:
        if not self.findings:
            for file in files:
                self.findings += self.scratch.create(
                    file, relation_of(file), kind_of(file)
                )

    def statements(self, statements: Sequence[NamedSql]) -> None:
        if not self.findings:
            for statement in statements:
                self.scratch.database.run(statement.sql)


def _named(files: Sequence[SourceFile]) -> tuple[NamedSql, ...]:
    return tuple(named_sql(file) for file in files)


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
