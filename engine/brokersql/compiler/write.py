"""The last step: all statements of a program, tried on tables without a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from brokersql.compiler.bind import Scratch
from brokersql.compiler.capped import cap_numbers
from brokersql.compiler.compare import Comparison, comparisons_of
from brokersql.compiler.criteria import FileKey, Numbered, criteria_of, drop_bits
from brokersql.compiler.emit import Emitter
from brokersql.compiler.explain import Explainer, Rule, explained_bits, of_one_type
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import Fused, fuse, grains_of
from brokersql.compiler.kin import read_kin
from brokersql.compiler.lineage import late_levers_of, levers_of
from brokersql.compiler.macros import Macros
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import Criterion, Lever, NamedSql, PairProgram
from brokersql.compiler.statements import (
    Writer,
    criterion_table,
    fact_of,
    grain_faults,
    named_sql,
    relation_of,
)
from brokersql.compiler.terms import terms_of
from brokersql.compiler.trial import Parts, Queries, Trial
from brokersql.compiler.weigh import PAIR_KEY, SURVIVOR, Weights, weigh
from brokersql.policy import Finding, SourceFile

#: The file of the select stage that says which of the weighed pairs are chosen.
_RANKED = "ranked"


def write_program(
    parts: Parts, numbered: Numbered, scratch: Scratch, findings: list[Finding]
) -> PairProgram:
    """Return the program; what DuckDB says against a late file goes to `findings`."""
    policy, catalog = parts.policy, parts.catalog
    # 1. every expression of the filters, read on the pair
    fused = fuse(parts.bits, parts.sides, parts.instances)
    macros = Macros(parts.macros)
    compared = comparisons_of(parts.bits, parts.sides, macros)
    typed = of_one_type(compared, parts.instances, scratch)
    shown = explained_bits(parts.bits, typed, fused.tables)
    writer = _writer(parts, fused)
    rules = _rules(policy.set_rules, numbered)
    # 2. the tables that hold what was read, and the stages after them
    tables = tuple(NamedSql(*each) for each in writer.emitter.tables())
    criteria = criteria_of(policy, numbered, grains_of(parts.bits, fused))
    trial = Trial(parts.parsed, catalog, scratch, findings)
    late = _stages(parts, numbered, writer, trial, tables, criteria)
    # 3. the queries that explain, with numbers where there are any
    explainer = Explainer(writer, shown, rules)
    if not findings:
        explainer.keep_numbers(scratch)
    queries = Queries(
        fill=writer.verdict("verdict_fill"),
        verdict=writer.verdict("verdict"),
        survivors=writer.survivors(),
        reported=explainer.reported(),
        reasons=explainer.failing(),
    )
    trial.queries(queries)
    # 4. the program
    pairs = catalog.pair_facts.values()
    return PairProgram(
        policy=policy.name,
        content_hash=policy.content_hash,
        asks=policy.asks,
        decides=policy.decides,
        chooses=policy.chooses,
        told=policy.results,
        unit_key=parts.candidate.unit_key,
        partner_key=parts.candidate.partner_key,
        criteria=criteria,
        drop_bits=drop_bits(policy, numbered),
        macros=tuple(NamedSql(file.stem, file.text) for file in parts.macros),
        facts=tuple(fact_of(each.file) for each in catalog.facts),
        candidate=named_sql(policy.subject),
        pair_views=tuple(named_sql(each.file, "view") for each in pairs),
        filter_views=tuple(named_sql(file) for file in policy.filters),
        grains=tables,
        verdict_fill=NamedSql("x_verdict", queries.fill),
        verdict_select=queries.verdict,
        survivor_select=queries.survivors,
        set_rule_marks=_marks(writer, policy.set_rules, rules),
        reported=queries.reported,
        reasons=queries.reasons,
        cap_numbers=cap_numbers(_parsed(parts, policy.caps), macros),
        levers=_levers(parts, numbered.bits, compared),
        grain_faults=grain_faults([each.file for each in catalog.facts]),
        **late,
    )


def _rules(files: Sequence[SourceFile], numbered: Numbered) -> list[Rule]:
    """Return the bits of set rules, and the relations of what they removed."""
    bits = numbered.bits
    return [Rule(bits[file.stage, file.stem], relation_of(file)) for file in files]


def _levers(
    parts: Parts, bits: Mapping[FileKey, int], compared: Mapping[int, Comparison]
) -> tuple[Lever, ...]:
    """Return what could be set otherwise: of the filters, then of what follows."""
    policy, catalog = parts.policy, parts.catalog
    known = (catalog, policy.parameters)
    ranked = [each for each in policy.select if each.stem == _RANKED]
    late = (*policy.set_rules, *policy.weights, *policy.caps, *ranked)
    return (
        *levers_of(parts.bits, compared, parts.instances, *known),
        *late_levers_of(_parsed(parts, late), bits, *known),
    )


def _parsed(parts: Parts, files: Sequence[SourceFile]) -> list[Parsed]:
    """Return the trees of files of one or more stages."""
    return [parts.parsed[file.stage, file.stem] for file in files]


def _writer(parts: Parts, fused: Fused) -> Writer:
    """Return what writes the statements; all that it writes of must be read by now."""
    terms = terms_of(fused)
    kin = read_kin(fused, parts.candidate.partner, parts.instances, terms)
    return Writer(Emitter(parts.candidate, parts.instances, fused, kin), terms)


def _marks(
    writer: Writer, files: Sequence[SourceFile], rules: Sequence[Rule]
) -> tuple[NamedSql, ...]:
    """Return the statements that set the bits of the set rules."""
    pairs = zip(files, rules, strict=True)
    return tuple(writer.mark(file, rule.bit) for file, rule in pairs)


class _Late(TypedDict):
    """The statements that stand around the stages, and those of the stages."""

    criterion: NamedSql
    gates: tuple[NamedSql, ...]
    gate_hit: NamedSql
    sides: NamedSql
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
    parts: Parts,
    numbered: Numbered,
    writer: Writer,
    trial: Trial,
    tables: Sequence[NamedSql],
    criteria: Sequence[Criterion],
) -> _Late:
    """Return the statements of all stages, each tried after those before it."""
    policy = parts.policy
    hits = {
        stage: [each for each in criteria if each.stage == stage]
        for stage in ("gates", "caps")
    }
    is_told = any(file.stem == "told_unit" for file in policy.select)
    told = () if is_told or not policy.select else (writer.told_unit(),)
    trial.statements(tables)
    # a dict is written in its order, and so are the statements tried
    return {
        "criterion": trial.one(criterion_table(policy.name, criteria)),
        "gates": trial.files(policy.gates),
        "gate_hit": trial.one(writer.gate_hit(hits["gates"])),
        "sides": trial.one(writer.sides()),
        "side_facts": trial.side_facts(),
        "verdict_table": trial.one(NamedSql("x_verdict", frame("verdict_table"))),
        "passed": trial.one(writer.passed(drop_bits(policy, numbered))),
        "set_rules": trial.files(policy.set_rules),
        "verdict": trial.one(writer.verdict_view()),
        "survivor": trial.one(writer.survivor(policy.set_rules)),
        "weights": trial.files(policy.weights),
        "pair_weight": trial.one(writer.pair_weight(_weights(parts, trial))),
        "caps": trial.files(policy.caps),
        "cap_hit": trial.one(writer.cap_hit(hits["caps"])),
        "select": (*map(trial.one, told), *trial.files(policy.select)),
    }


def _weights(parts: Parts, trial: Trial) -> Weights:
    """Return the factors of all weight files, whose relations are made."""
    if trial.findings:
        return Weights({})
    survivor = {SURVIVOR: trial.relation(SURVIVOR, (PAIR_KEY,))}
    parsed = _parsed(parts, parts.policy.weights)
    return weigh(parsed, trial.relations() | survivor)
