"""Every statement of a program, from the emitter's tables and the policy's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.candidate import ROUND
from brokersql.compiler.emit import Emitter
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import bigint
from brokersql.compiler.named import PREFIX, relation_of
from brokersql.compiler.program import Criterion, Fact, NamedSql
from brokersql.compiler.relations import text_of
from brokersql.compiler.scope import enclosed
from brokersql.compiler.tables import table_name
from brokersql.compiler.terms import Beside, Named, joins_beside
from brokersql.compiler.verdict import verdict_query
from brokersql.compiler.weigh import PAIR_KEY, Weights
from brokersql.database import quote
from brokersql.policy import SourceFile

#: Stages whose files become views, for queries by hand.
_VIEWS = ("candidate", "filters", "weights", "exemptions", "timeouts", "picks")


def kind_of(file: SourceFile) -> str:
    """Return whether a file becomes a view or a table."""
    is_view = file.stage in _VIEWS
    return file.header.text("kind") or ("view" if is_view else "table")


def named_sql(
    file: SourceFile, kind: str | None = None, text: str | None = None
) -> NamedSql:
    """Return the statement that makes a relation of a file, or of a text for it."""
    name, body = relation_of(file), file.text if text is None else text
    made = frame("named", kind=kind or kind_of(file), name=quote(name), body=body)
    return NamedSql(name, made)


def fact_of(file: SourceFile) -> Fact:
    """Return the statement that makes a fact, with its grain."""
    return Fact(file.stem, named_sql(file).sql, file.grain)


def criterion_table(policy: str, criteria: Sequence[Criterion]) -> NamedSql:
    """Return the statement of the table that decodes bits and steps."""
    rows = [_row(policy, each) for each in criteria]
    return NamedSql("criterion", frame("criterion", rows=rows))


@dataclass(slots=True)
class Writer:
    """Writes the statements that read the emitter's tables."""

    emitter: Emitter
    terms: Sequence[exp.Expr]

    @property
    def columns(self) -> list[Named]:
        """Return the columns of candidate, read from the tables of the two sides.

        A policy without rounds decides everything in the first one.
        """
        names = self.emitter.candidate.columns
        named = [Named(quote(name), self._side_column(name)) for name in names]
        return [*named, *self._only_round]

    @property
    def _only_round(self) -> list[Named]:
        """Return the column of the round where the candidates have none."""
        has_rounds = ROUND in self.emitter.candidate.columns
        return [] if has_rounds else [Named(ROUND, "1")]

    def _side_column(self, name: str) -> str:
        place = self.emitter.side_of(self.emitter.candidate.columns[name])
        return f"{table_name(place)}.{quote(name)}"

    def verdict(self, name: str) -> str:
        """Return the statement that computes, or stores, the mask of every pair."""
        return verdict_query(name, self.emitter, self.terms)

    def beside(self, nodes: Sequence[exp.Expr]) -> Mapping[str, list[Beside]]:
        """Return the tables beside the two sides that expressions read."""
        return joins_beside(self.emitter.fused, self.emitter.kin, nodes)

    def survivors(self) -> str:
        """Return the select of the pairs that no filter rejects."""
        terms = [text_of(enclosed(term)) for term in self.terms]
        return frame("survivors", terms=terms, **self.beside(self.terms))

    def verdict_view(self) -> NamedSql:
        """Return the view of all pairs with their masks."""
        return NamedSql("verdict", frame("verdict_view", columns=self.columns))

    def sides(self) -> NamedSql:
        """Return the views that number what is decided, and what is chosen."""
        emitter = self.emitter
        columns: dict[str, list[Named]] = {"x_unit": [], "x_partner": []}
        for name, value in emitter.candidate.columns.items():
            table = table_name(emitter.side_of(value))
            columns[table].append(Named(quote(name), self._side_column(name)))
        columns["x_unit"] += self._only_round
        made = frame(
            "sides",
            unit_columns=columns["x_unit"],
            partner_columns=columns["x_partner"],
        )
        return NamedSql("numbered_unit", made)

    def passed(self, bits: int) -> NamedSql:
        """Return the statement of the pairs that have none of these bits.

        Pairs of a unit behind a gate are not among them.
        """
        gated = [
            f"gate_hit.{quote(name)} = {self._side_column(name)}"
            for name in self.emitter.candidate.decision_key
        ]
        made = frame(
            "passed",
            table="passed",
            columns=self.columns,
            bits=_number(bits),
            gate_on=" and ".join(gated),
        )
        return NamedSql("passed", made)

    def survivor(self, set_rules: Sequence[SourceFile]) -> NamedSql:
        """Return the statement of the passed pairs that nothing rejects."""
        rules = [quote(relation_of(file)) for file in set_rules]
        made = frame("survivor", table="survivor", columns=self.columns, rules=rules)
        return NamedSql("survivor", made)

    def pair_weight(self, weights: Weights) -> NamedSql:
        """Return the statement that multiplies the weight factors of the survivors."""
        made = frame("pair_weight", weights=weights.columns, joins=weights.joins)
        return NamedSql("pair_weight", made)

    def told_unit(self) -> NamedSql:
        """Return the statement of the units that are told of: all, in one round."""
        return NamedSql("told_unit", frame("told_unit"))

    def mark(self, file: SourceFile, bit: int) -> NamedSql:
        """Return the statement that sets the bit of a set rule where it hit."""
        made = frame("mark", table=quote(relation_of(file)), bit=_number(1 << bit))
        return NamedSql(f"mark_{file.stem}", made)

    def gate_hit(self, criteria: Sequence[Criterion]) -> NamedSql:
        """Return the statement that keeps the first gate that holds a unit back."""
        keys = [quote(name) for name in self.emitter.candidate.decision_key]
        return self._first_hit("gate_hit", "x_unit", keys, criteria)

    def cap_hit(self, criteria: Sequence[Criterion]) -> NamedSql:
        """Return the statement that keeps the first cap that hits a pair."""
        return self._first_hit("cap_hit", "survivor", [PAIR_KEY], criteria)

    def _first_hit(
        self, table: str, base: str, keys: Sequence[str], criteria: Sequence[Criterion]
    ) -> NamedSql:
        partition = ", ".join(f"hits.{key}" for key in keys)
        made = frame(
            "first_hit",
            table=table,
            base=base,
            keys=keys,
            hits=_hits(criteria),
            partition=partition,
        )
        return NamedSql(table, made)


def grain_faults(facts: Sequence[SourceFile]) -> str:
    """Return the query of the facts that have two rows of one key."""
    keyed = [
        {
            "text": literal(file.stem),
            "name": quote(file.stem),
            "columns": ", ".join(quote(column) for column in file.grain),
            "known": " and ".join(f"{quote(each)} is not null" for each in file.grain),
        }
        for file in facts
        if file.grain
    ]
    return frame("grain_faults", facts=keyed)


def _hits(criteria: Sequence[Criterion]) -> list[dict[str, object]]:
    return [
        {
            "step": each.step,
            "criterion": literal(each.criterion),
            "effect": literal(each.effect),
            "class": literal(each.cls),
            "table": quote(PREFIX[each.stage] + each.stem),
        }
        for each in criteria
    ]


def _row(policy: str, each: Criterion) -> str:
    """Return one criterion as the text of a row of values."""
    bit = "null" if each.bit is None else str(each.bit)
    texts = (each.criterion, each.label, each.title, each.effect, each.cls)
    named = [_or_null(text) for text in (*texts, each.source, each.file)]
    return ", ".join((literal(policy), bit, str(each.step), *named))


def _or_null(text: str) -> str:
    return literal(text) if text else "null"


def _number(value: int) -> str:
    return text_of(bigint(value))


def literal(text: str) -> str:
    """Return a text as SQL."""
    return text_of(exp.Literal.string(text))
