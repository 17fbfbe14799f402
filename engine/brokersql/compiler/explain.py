"""The queries that explain: the reported criterion, every failing one, the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from brokersql.compiler.bind import Scratch
from brokersql.compiler.compare import Comparison
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import Bit, bigint
from brokersql.compiler.reasons import BitSql, Reasons
from brokersql.compiler.relations import Instances, text_of
from brokersql.compiler.statements import Writer
from brokersql.compiler.tables import Tables
from brokersql.compiler.terms import Joined, Named
from brokersql.compiler.weigh import PAIR_KEY
from brokersql.database import SqlError, quote

#: Where the cases of the bits stand in the query of the reasons.
_CASES = "/* a case for each bit */"
_NUMBERS = frozenset(
    (
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE"),
        *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL"),
    )
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A bit and the text that is shown for it, ready for a template."""

    bit: int
    sql: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A bit with what is shown about it, as read on the pair."""

    bit: int
    detail: exp.Expr
    requested: exp.Expr | None = None
    operator: exp.Expr | None = None
    offered: exp.Expr | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A set rule's bit and the relation that holds what it removed."""

    bit: int
    relation: str

    @property
    def detail(self) -> str:
        """Return the reference to its text."""
        return f"{self.relation}.detail"


def of_one_type(
    compared: Mapping[int, Comparison], instances: Instances, scratch: Scratch
) -> dict[int, Comparison]:
    """Leave out what compares numbers in one case and, say, times in another."""
    return {
        bit: each
        for bit, each in compared.items()
        if all(
            _has_type(end, instances, scratch)
            for end in (each.requested, each.offered)
            if isinstance(end, exp.Case)
        )
    }


def _has_type(node: exp.Expr, instances: Instances, scratch: Scratch) -> bool:
    """Tell whether DuckDB finds a type for all branches of a case."""
    names = {column.table for column in node.find_all(exp.Column)}
    rows = [
        {"relation": quote(each.relation.name), "alias": quote(each.name)}
        for each in instances
        if each.name in names
    ]
    try:
        scratch.database.rows(frame("typed", value=text_of(node), rows=rows))
    except SqlError:
        return False
    return True


def explained_bits(
    bits: Sequence[Bit], compared: Mapping[int, Comparison], tables: Tables
) -> list[Explained]:
    """Return what is shown about bits; its columns are put into the tables."""
    return [_explained(bit, compared.get(bit.number), tables) for bit in bits]


def _explained(bit: Bit, comparison: Comparison | None, tables: Tables) -> Explained:
    detail = tables.when_asked(bit.detail)
    if comparison is None:
        return Explained(bit.number, detail)
    requested = tables.on_pair(comparison.requested)
    operator = tables.on_pair(comparison.operator)
    offered = tables.on_pair(comparison.offered)
    return Explained(bit.number, detail, requested, operator, offered)


@dataclass(slots=True)
class Explainer:
    """Writes the queries over pairs whose mask is known."""

    writer: Writer
    explained: Sequence[Explained]
    rules: Sequence[Rule]

    def keep_numbers(self, scratch: Scratch) -> None:
        """Forget what is asked and offered where it is not a number on both sides."""
        compared = [each for each in self.explained if each.operator is not None]
        ends = [end for each in compared for end in (each.requested, each.offered)]
        nodes = [end for end in ends if end is not None]
        if not nodes:
            return
        kinds = [
            str(row[1]).split("(")[0] in _NUMBERS
            for row in scratch.database.rows(self._operands(nodes))
        ]
        known = {
            each.bit: all(kinds[2 * number : 2 * number + 2])
            for number, each in enumerate(compared)
        }
        self.explained = [
            each
            if known.get(each.bit)
            else replace(each, requested=None, operator=None, offered=None)
            for each in self.explained
        ]

    def _operands(self, nodes: Sequence[exp.Expr]) -> str:
        """Return the statement that describes the types of expressions on a pair."""
        named = [
            Named(f"operand_{number}", text_of(node))
            for number, node in enumerate(nodes)
        ]
        joins = self.writer.beside(nodes)
        return frame("operands", operands=named, **joins)

    def reported(self) -> str:
        """Return the select of the reported criterion of each rejected pair."""
        details = [Shown(each.bit, text_of(each.detail)) for each in self.explained]
        details += [Shown(rule.bit, rule.detail) for rule in self.rules]
        nodes = [each.detail for each in self.explained]
        return self._query("reported", details, nodes)

    def failing(self) -> Reasons:
        """Return the query of every failing criterion of each rejected pair."""
        nodes = [
            node
            for each in self.explained
            for node in (each.detail, each.requested, each.operator, each.offered)
            if node is not None
        ]
        details = [
            *(_failing(each) for each in self.explained),
            *(_failing_rule(rule) for rule in self.rules),
        ]
        marked = self._query("pair_reason", _CASES, nodes)
        head, _, tail = marked.partition(_CASES)
        return Reasons(head, tuple(map(_case, details)), tail)

    def _query(self, template: str, details: object, nodes: Sequence[exp.Expr]) -> str:
        return frame(
            template,
            columns=self.writer.columns,
            details=details,
            rules=self._rule_joins(),
            **self.writer.beside(nodes),
        )

    def _rule_joins(self) -> list[Joined]:
        pair = "x_unit.pair_base + x_partner.partner_no"
        return [
            Joined(each.relation, each.relation, f"{each.relation}.{PAIR_KEY} = {pair}")
            for each in self.rules
        ]


def _failing(each: Explained) -> dict[str, object]:
    """Return what the template shows about a filter that rejects."""
    return {
        "bit": each.bit,
        "value": text_of(bigint(1 << each.bit)),
        "sql": text_of(each.detail),
        "asked": _or_null(each.requested),
        "operator": _or_null(each.operator),
        "offered": _or_null(each.offered),
    }


def _failing_rule(rule: Rule) -> dict[str, object]:
    """Return what the template shows about a set rule: it compares many pairs."""
    nothing = dict.fromkeys(("asked", "operator", "offered"), "null")
    value = text_of(bigint(1 << rule.bit))
    return {"bit": rule.bit, "value": value, "sql": rule.detail, **nothing}


def _case(detail: Mapping[str, object]) -> BitSql:
    """Return the case of a bit."""
    return BitSql(int(str(detail["bit"])), frame("pair_reason_case", detail=detail))


def _or_null(node: exp.Expr | None) -> str:
    return "null" if node is None else text_of(node)
