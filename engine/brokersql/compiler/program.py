"""What the compiler hands to the cycle: statements in order, and what they mean.

Plain values that survive JSON; nothing here knows how a program was made.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamedSql:
    """One statement, and the relation it creates or fills."""

    name: str
    sql: str


@dataclass(frozen=True, slots=True)
class Fact:
    """The statement that creates a fact, and its grain; () for one row in all."""

    name: str
    sql: str
    grain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One rule file as the tables of results know it.

    `bit` is its place in the reject mask, None for a gate, a cap or the weights' own.
    `grain` says where the compiler evaluates it: 'task', 'queue', 'pair' …
    """

    bit: int | None
    step: int
    criterion: str
    label: str
    title: str
    effect: str
    cls: str
    source: str
    file: str
    stage: str
    stem: str
    grain: str


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled policy. The statements run in the order of these fields.

    `verdict_fill`, `verdict_select`, `survivor_select`, `reported` and `failing` take a
    range of units as two parameters, the first `unit_no` and the one after the last;
    each cursor may run `verdict_fill` for a range of its own. All statements need the
    connection variables ``cfg_<column>``, and `cfg` and its keyed relations as tables.
    `grain_faults` lists facts that break their declared grain: a join with one would
    multiply pairs.
    """

    policy: str
    content_hash: str
    unit_key: tuple[str, ...]
    partner_key: tuple[str, ...]
    criteria: tuple[Criterion, ...]
    drop_bits: int
    macros: tuple[NamedSql, ...]
    facts: tuple[Fact, ...]
    candidate: NamedSql
    pair_views: tuple[NamedSql, ...]
    filter_views: tuple[NamedSql, ...]
    grains: tuple[NamedSql, ...]
    criterion: NamedSql
    gates: tuple[NamedSql, ...]
    gate_hit: NamedSql
    verdict_table: NamedSql
    verdict_fill: NamedSql
    verdict_select: str
    survivor_select: str
    sides: NamedSql
    passed: NamedSql
    set_rules: tuple[NamedSql, ...]
    set_rule_marks: tuple[NamedSql, ...]
    verdict: NamedSql
    survivor: NamedSql
    weights: tuple[NamedSql, ...]
    pair_weight: NamedSql
    caps: tuple[NamedSql, ...]
    cap_hit: NamedSql
    select: tuple[NamedSql, ...]
    reported: str
    failing: str
    grain_faults: str

    def render(self) -> str:
        """Return the whole program as one text, in the order in which it runs."""
        parts = [
            f"-- policy {self.policy}, {self.content_hash}",
            *(statement.sql for statement in self.statements),
        ]
        return ";\n\n".join(part.rstrip().rstrip(";") for part in parts[1:]).join(
            (f"{parts[0]}\n", ";\n")
        )

    @property
    def statements(self) -> tuple[NamedSql, ...]:
        """Return every statement of a cycle in order, `?` where a range is asked."""
        facts = tuple(NamedSql(fact.name, fact.sql) for fact in self.facts)
        return (
            *self.macros,
            *facts,
            self.candidate,
            *self.pair_views,
            *self.filter_views,
            *self.grains,
            self.criterion,
            *self.gates,
            self.gate_hit,
            self.verdict_table,
            self.verdict_fill,
            self.sides,
            self.passed,
            *self.set_rules,
            *self.set_rule_marks,
            self.verdict,
            self.survivor,
            *self.weights,
            self.pair_weight,
            *self.caps,
            self.cap_hit,
            *self.select,
        )
