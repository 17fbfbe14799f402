"""The queries that explain: the reported criterion, all failing ones, the numbers.

The numbers of a filter or cap are the two ends of the comparison that decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from sqlglot import exp

from brokersql.compiler.catalog import Instances, Scratch
from brokersql.compiler.emit import PAIR_KEY, Emitter
from brokersql.compiler.expressions import (
    Macros,
    enclosed,
    normal_form,
    tables_of,
    text_of,
)
from brokersql.compiler.fuse import Bit, OutputColumn, RelationJoin, bigint
from brokersql.compiler.join_sides import ANYWHERE, PAIR, UNIT, JoinSides, Place, Tables
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import BitSql, Reasons
from brokersql.compiler.templates import frame
from brokersql.core.database import SqlError, quote

#: Failing comparison -> the operator that has to hold for the pair to pass.
_PASSES: Mapping[type[exp.Expr], str] = {
    exp.GT: "<=",
    exp.GTE: "<",
    exp.LT: ">=",
    exp.LTE: ">",
}
_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_NEGATED: Mapping[type[exp.Expr], type[exp.Binary]] = {
    exp.GT: exp.LTE,
    exp.GTE: exp.LT,
    exp.LT: exp.GTE,
    exp.LTE: exp.GT,
}
_Branch = tuple[exp.Expr, "_RankedComparison | None"]


@dataclass(frozen=True, slots=True)
class FilterComparison:
    """A pair passes where ``requested operator offered`` holds; all may be cases.

    All three are NULL where another part of the filter rejects the pair.
    """

    requested: exp.Expr
    operator: exp.Expr
    offered: exp.Expr

    def changed(self, change: Callable[[exp.Expr], exp.Expr]) -> FilterComparison:
        """Return the comparison with all its parts changed."""
        parts = (self.requested, self.operator, self.offered)
        return FilterComparison(*map(change, parts))

    @property
    def named(self) -> dict[str, exp.Expr]:
        """Return its parts by the names under which they are shown."""
        return {
            "asked": self.requested,
            "operator": self.operator,
            "offered": self.offered,
        }


@dataclass(frozen=True, slots=True)
class _RankedComparison:
    """A comparison and how informative it is."""

    rank: int
    comparison: FilterComparison


def comparisons_of(
    bits: Iterable[Bit], sides: JoinSides, macros: Macros
) -> dict[int, FilterComparison]:
    """Return of each bit that has one the most informative comparison.

    One that sets the task against the queue beats one against a setting; of several
    alike that hold together the last counts. One with a number that the rule itself
    says counts where there is no other; a count that must not be 0 has to be above.
    """
    reader = _ComparisonReader(sides, macros)
    found = {bit.number: reader.read(bit.predicate) for bit in bits}
    return {bit: each.comparison for bit, each in found.items() if each is not None}


@dataclass(frozen=True, slots=True)
class _ComparisonReader:
    """Reads conditions on the pair down to their comparisons.

    Where it `is_limit`, what stands right is asked, else what the task says.
    """

    sides: JoinSides
    macros: Macros
    is_limit: bool = False

    def read(self, node: exp.Expr) -> _RankedComparison | None:
        """Return the most informative comparison of a condition."""
        plain = normal_form(node).unnest()
        inner = plain.this.unnest() if isinstance(plain, exp.Not) else plain
        body = self.macros.body(inner)
        if body is not None:
            return self.read(_signed(body, plain is inner))
        if isinstance(inner, exp.Case):
            return self._case(inner, plain is inner)
        if isinstance(inner, exp.EQ) and plain is inner and _is_zero(inner.expression):
            inner = plain = exp.LTE(this=inner.this, expression=inner.expression)
        if type(inner) in _NEGATED:
            assert isinstance(inner, exp.Binary)
            return self._compared(inner if plain is inner else _negated(inner))
        if isinstance(plain, exp.And):
            return _best([self.read(part) for part in plain.flatten()])
        if isinstance(plain, exp.Or):
            return self._either(list(plain.flatten()))
        if isinstance(plain, exp.Coalesce):
            return self.read(plain.this)
        return None

    def _either(self, parts: Sequence[exp.Expr]) -> _RankedComparison | None:
        """Return the comparison of the first alternative that holds.

        One with an alternative that compares nothing is no more than a guard, unless
        that alternative is a value that is not known.
        """
        branches: list[_Branch] = [(part, self.read(part)) for part in parts]
        if any(found is None and not _is_unknown(part) for part, found in branches):
            return None
        return _chosen(branches, None)

    def _case(self, case: exp.Case, is_positive: bool) -> _RankedComparison | None:
        """Return what is compared in each branch of a case, as a case."""
        branches: list[_Branch] = []
        subject = cast("exp.Expr | None", case.args.get("this"))
        for each in cast("list[exp.If]", case.args["ifs"]):
            when = each.this
            if subject is not None:
                when = exp.EQ(this=enclosed(subject), expression=enclosed(when))
            then = cast(exp.Expr, each.args["true"])
            branches.append((when, self.read(_signed(then, is_positive))))
        default = cast("exp.Expr | None", case.args.get("default")) or exp.null()
        return _chosen(branches, self.read(_signed(default, is_positive)))

    def _compared(self, node: exp.Binary) -> _RankedComparison | None:
        ends = (node.this, node.expression)
        operator = _PASSES[type(node)]
        if any(end.find(exp.Column) is None for end in ends):
            return _with_number(*ends, operator)
        if self.is_limit or not _is_asked(*ends, self.sides):
            ends, operator = (ends[1], ends[0]), _TURNED[operator]
        comparison = FilterComparison(ends[0], exp.Literal.string(operator), ends[1])
        return _RankedComparison(self._rank(*ends), comparison)

    def _rank(self, left: exp.Expr, right: exp.Expr) -> int:
        places = {self.sides.of(left), self.sides.of(right)}
        if places == {ANYWHERE}:
            return 0
        is_setting = tables_of(left) <= {"cfg"} or tables_of(right) <= {"cfg"}
        return 1 if is_setting else 2 + (len(places) > 1 or PAIR in places)


def _with_number(
    left: exp.Expr, right: exp.Expr, operator: str
) -> _RankedComparison | None:
    """Return the comparison with a number that the rule itself says: it is asked.

    It ranks last. That something is there at all, above 0, is no more than a guard.
    """
    is_guard = _is_zero(right) and operator == "<="
    if is_guard or not (right.is_number and left.find(exp.Column)):
        return None
    comparison = FilterComparison(right, exp.Literal.string(_TURNED[operator]), left)
    return _RankedComparison(-1, comparison)


def _is_zero(node: exp.Expr) -> bool:
    """Return whether a count that is equal to this is one of nothing."""
    return isinstance(node, exp.Literal) and node.is_number and node.name == "0"


def _signed(node: exp.Expr, is_positive: bool) -> exp.Expr:
    return node if is_positive else exp.Not(this=enclosed(node))


def _negated(node: exp.Binary) -> exp.Binary:
    return _NEGATED[type(node)](this=node.this, expression=node.expression)


def _best(found: Sequence[_RankedComparison | None]) -> _RankedComparison | None:
    """Return the last of the highest rank."""
    known = [each for each in found if each is not None]
    return max(reversed(known), key=lambda each: each.rank, default=None)


def _chosen(
    branches: Sequence[_Branch], default: _RankedComparison | None
) -> _RankedComparison | None:
    """Return the comparison of the first branch that is taken, else the default."""
    every = [*(found for _, found in branches), default]
    known = [each for each in every if each is not None]
    if not known:
        return None

    def end(of: Callable[[FilterComparison], exp.Expr]) -> exp.Expr:
        ends = [exp.null() if each is None else of(each.comparison) for each in every]
        if all(each == ends[0] for each in ends):
            return ends[0]
        case = exp.Case()
        for (when, _), value in zip(branches, ends, strict=False):
            case = case.when(when.copy(), value.copy())
        return case.else_(ends[-1].copy())

    comparison = FilterComparison(
        end(lambda it: it.requested),
        end(lambda it: it.operator),
        end(lambda it: it.offered),
    )
    return _RankedComparison(max(each.rank for each in known), comparison)


def _is_unknown(node: exp.Expr) -> bool:
    plain = node.unnest()
    return isinstance(plain, exp.Is) and isinstance(plain.expression, exp.Null)


def _is_asked(left: exp.Expr, right: exp.Expr, sides: JoinSides) -> bool:
    """Return whether the left end is what is asked: the task's, else a setting."""
    ends: list[Place] = [sides.of(left), sides.of(right)]
    for place in (UNIT, ANYWHERE):
        if (ends[0] == place) != (ends[1] == place):
            return ends[0] == place
    settings = ["cfg" in tables_of(left), "cfg" in tables_of(right)]
    return settings[0] or not settings[1]


def cap_numbers(caps: Iterable[Parsed], macros: Macros) -> str:
    """Return the query of the numbers that caps compare, at the pairs that they hit."""
    found = (_numbers(each, macros) for each in caps)
    return frame("cap_numbers", queries=[text for text in found if text])


def _numbers(parsed: Parsed, macros: Macros) -> str:
    """Return the query of one cap; empty where it compares no two numbers."""
    tree = parsed.tree
    where = tree.args.get("where")
    if not isinstance(tree, exp.Select) or not isinstance(where, exp.Where):
        return ""
    # what a weighed pair has stands left of the limit
    found = _ComparisonReader(JoinSides(), macros, is_limit=True).read(where.this)
    if found is None:
        return ""
    pair = next(each for each in tree.expressions if each.alias_or_name == PAIR_KEY)
    numbers = [
        exp.alias_(node.copy(), name) for name, node in found.comparison.named.items()
    ]
    query = tree.copy()
    query.set("expressions", [pair.copy(), *numbers])
    return text_of(query)


#: Where the cases of the bits stand in the query of the reasons.
_CASES = "/* a case for each bit */"
_NUMBERS = frozenset(
    (
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE"),
        *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL"),
    )
)


@dataclass(frozen=True, slots=True)
class ExplainedBit:
    """A bit with what is shown about it, as read on the pair."""

    bit: int
    detail: exp.Expr
    compared: FilterComparison | None = None


def of_one_type(
    compared: Mapping[int, FilterComparison], instances: Instances, scratch: Scratch
) -> dict[int, FilterComparison]:
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
    """Return whether DuckDB finds a type for all branches of a case."""
    names = tables_of(node)
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
    bits: Sequence[Bit], compared: Mapping[int, FilterComparison], tables: Tables
) -> list[ExplainedBit]:
    """Return what is shown about bits; its columns are put into the tables."""
    found: list[ExplainedBit] = []
    for bit in bits:
        detail, comparison = tables.when_asked(bit.detail), compared.get(bit.number)
        known = None if comparison is None else comparison.changed(tables.on_pair)
        found.append(ExplainedBit(bit.number, detail, known))
    return found


@dataclass(slots=True)
class ExplainWriter:
    """Writes the queries over pairs whose mask is known.

    `rules` are the relations of the pairs that set rules removed, by bit.
    """

    emitter: Emitter
    explained: Sequence[ExplainedBit]
    rules: Mapping[int, str]

    def keep_numbers(self, scratch: Scratch) -> None:
        """Forget what is asked and offered where it is not a number on both sides."""
        compared = [each for each in self.explained if each.compared is not None]
        nodes = [
            end
            for each in compared
            if each.compared is not None
            for end in (each.compared.requested, each.compared.offered)
        ]
        if not nodes:
            return
        kinds = [
            str(row[1]).split("(")[0] in _NUMBERS
            for row in scratch.database.rows(self._operands(nodes))
        ]
        ends = zip(compared, kinds[::2], kinds[1::2], strict=True)
        known = {each.bit for each, *are_numbers in ends if all(are_numbers)}
        self.explained = [
            each if each.bit in known else replace(each, compared=None)
            for each in self.explained
        ]

    def _operands(self, nodes: Sequence[exp.Expr]) -> str:
        """Return the statement that describes the types of expressions on a pair."""
        named = [
            OutputColumn(f"operand_{number}", text_of(node))
            for number, node in enumerate(nodes)
        ]
        joins = self.emitter.side_tables(nodes)
        return frame("operands", operands=named, **joins)

    def reported(self) -> str:
        """Return the select of the reported criterion of each rejected pair."""
        details = [BitSql(each.bit, text_of(each.detail)) for each in self.explained]
        details += [BitSql(bit, f"{name}.detail") for bit, name in self.rules.items()]
        nodes = [each.detail for each in self.explained]
        return self._query("reported", details, nodes)

    def failing(self) -> Reasons:
        """Return the query of every failing criterion of each rejected pair."""
        nodes = [each.detail for each in self.explained]
        for each in self.explained:
            nodes += each.compared.named.values() if each.compared else ()
        cases = [
            *(_case(it.bit, text_of(it.detail), it.compared) for it in self.explained),
            *(_case(bit, f"{it}.detail", None) for bit, it in self.rules.items()),
        ]
        marked = self._query("pair_reason", _CASES, nodes)
        head, _, tail = marked.partition(_CASES)
        return Reasons(head, tuple(cases), tail)

    def _query(self, template: str, details: object, nodes: Sequence[exp.Expr]) -> str:
        pair = "x_unit.pair_base + x_partner.partner_no"
        rules = [
            RelationJoin(each, each, f"{each}.{PAIR_KEY} = {pair}")
            for each in self.rules.values()
        ]
        return frame(
            template,
            columns=self.emitter.columns,
            details=details,
            rules=rules,
            **self.emitter.side_tables(nodes),
        )


def _case(bit: int, detail: str, compared: FilterComparison | None) -> BitSql:
    """Return the case of a bit; a set rule compares many pairs, without numbers."""
    value = text_of(bigint(1 << bit))
    shown: dict[str, object] = {"bit": bit, "value": value, "sql": detail}
    shown |= dict.fromkeys(("asked", "operator", "offered"), "null")
    if compared is not None:
        shown |= {name: text_of(node) for name, node in compared.named.items()}
    return BitSql(bit, frame("pair_reason_case", detail=shown))
