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
from brokersql.compiler.join_sides import ANYWHERE, PAIR, UNIT, JoinSides, Place
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import BitSql, Reasons
from brokersql.compiler.templates import frame
from brokersql.core.database import SqlError, quote

_OPERATORS = {exp.GT.key: ">", exp.GTE.key: ">=", exp.LT.key: "<", exp.LTE.key: "<="}
#: What holds where an operator does not, and what holds of its ends exchanged.
_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_PARTS = ("requested", "operator", "offered")
_Branch = tuple[exp.Expr, "FilterComparison | None"]


@dataclass(frozen=True, slots=True)
class FilterComparison:
    """A pair passes where ``requested operator offered`` holds; all may be cases.

    All three are NULL where another part of the filter rejects the pair. `rank` says
    how informative it is.
    """

    requested: exp.Expr
    operator: exp.Expr
    offered: exp.Expr
    rank: int = 0

    def changed(self, change: Callable[[exp.Expr], exp.Expr]) -> FilterComparison:
        """Return the comparison with all its parts changed."""
        return replace(self, **{each: change(getattr(self, each)) for each in _PARTS})

    @property
    def named(self) -> dict[str, exp.Expr]:
        """Return its parts by the names under which they are shown."""
        names = ("asked", "operator", "offered")
        parts = (self.requested, self.operator, self.offered)
        return dict(zip(names, parts, strict=True))


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
    return {bit: each for bit, each in found.items() if each is not None}


@dataclass(frozen=True, slots=True)
class _ComparisonReader:
    """Reads conditions on the pair down to their comparisons.

    Where it `is_limit`, what stands right is asked, else what the task says.
    """

    sides: JoinSides
    macros: Macros
    is_limit: bool = False

    def read(self, node: exp.Expr) -> FilterComparison | None:
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
        operator = _OPERATORS.get(inner.key)
        if operator is not None:
            passes = _OPPOSITE[operator] if plain is inner else operator
            return self._compared((inner.this, inner.expression), passes)
        if isinstance(plain, exp.And):
            return _best([self.read(part) for part in plain.flatten()])
        if isinstance(plain, exp.Or):
            return self._either(list(plain.flatten()))
        if isinstance(plain, exp.Coalesce):
            return self.read(plain.this)
        return None

    def _either(self, parts: Sequence[exp.Expr]) -> FilterComparison | None:
        """Return the comparison of the first alternative that holds.

        One with an alternative that compares nothing is no more than a guard, unless
        that alternative is a value that is not known.
        """
        branches: list[_Branch] = [(part, self.read(part)) for part in parts]
        if any(found is None and not _is_unknown(part) for part, found in branches):
            return None
        return _chosen(branches, None)

    def _case(self, case: exp.Case, is_positive: bool) -> FilterComparison | None:
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

    def _compared(
        self, ends: tuple[exp.Expr, exp.Expr], operator: str
    ) -> FilterComparison | None:
        if any(end.find(exp.Column) is None for end in ends):
            return _with_number(*ends, operator)
        if self.is_limit or not _is_asked(*ends, self.sides):
            ends, operator = (ends[1], ends[0]), _TURNED[operator]
        shown = exp.Literal.string(operator)
        return FilterComparison(ends[0], shown, ends[1], self._rank(*ends))

    def _rank(self, left: exp.Expr, right: exp.Expr) -> int:
        places = {self.sides.of(left), self.sides.of(right)}
        if places == {ANYWHERE}:
            return 0
        is_setting = tables_of(left) <= {"cfg"} or tables_of(right) <= {"cfg"}
        return 1 if is_setting else 2 + (len(places) > 1 or PAIR in places)


def _with_number(
    left: exp.Expr, right: exp.Expr, operator: str
) -> FilterComparison | None:
    """Return the comparison with a number that the rule itself says: it is asked.

    It ranks last. That something is there at all, above 0, is no more than a guard.
    """
    is_guard = _is_zero(right) and operator == "<="
    if is_guard or not (right.is_number and left.find(exp.Column)):
        return None
    return FilterComparison(right, exp.Literal.string(_TURNED[operator]), left, -1)


def _is_zero(node: exp.Expr) -> bool:
    """Return whether a count that is equal to this is one of nothing."""
    return isinstance(node, exp.Literal) and node.is_number and node.name == "0"


def _signed(node: exp.Expr, is_positive: bool) -> exp.Expr:
    return node if is_positive else exp.Not(this=enclosed(node))


def _best(found: Sequence[FilterComparison | None]) -> FilterComparison | None:
    """Return the last of the highest rank."""
    known = [each for each in found if each is not None]
    return max(reversed(known), key=lambda each: each.rank, default=None)


def _chosen(
    branches: Sequence[_Branch], default: FilterComparison | None
) -> FilterComparison | None:
    """Return the comparison of the first branch that is taken, else the default."""
    every = [*(found for _, found in branches), default]
    known = [each for each in every if each is not None]
    if not known:
        return None

    def end(part: str) -> exp.Expr:
        ends = [exp.null() if each is None else getattr(each, part) for each in every]
        if all(each == ends[0] for each in ends):
            return ends[0]
        case = exp.Case()
        for (when, _), value in zip(branches, ends, strict=False):
            case = case.when(when.copy(), value.copy())
        return case.else_(ends[-1].copy())

    rank = max(each.rank for each in known)
    return FilterComparison(*map(end, _PARTS), rank=rank)


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
    numbers = [exp.alias_(node.copy(), name) for name, node in found.named.items()]
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


def of_one_type(
    compared: Mapping[int, FilterComparison], instances: Instances, scratch: Scratch
) -> dict[int, FilterComparison]:
    """Leave out what compares numbers in one case and, say, times in another."""

    def has_type(node: exp.Expr) -> bool:
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

    return {
        bit: each
        for bit, each in compared.items()
        if all(
            has_type(end)
            for end in (each.requested, each.offered)
            if isinstance(end, exp.Case)
        )
    }


@dataclass(slots=True)
class ExplainWriter:
    """Writes the queries over pairs whose mask is known.

    `details` and `compared` are what is shown about bits, as read on the pair; `rules`
    are the relations of the pairs that set rules removed, by bit.
    """

    emitter: Emitter
    details: Mapping[int, exp.Expr]
    compared: dict[int, FilterComparison]
    rules: Mapping[int, str]

    def keep_numbers(self, scratch: Scratch) -> None:
        """Forget what is asked and offered where it is not a number on both sides."""
        compared = self.compared.values()
        nodes = [end for it in compared for end in (it.requested, it.offered)]
        if not nodes:
            return
        operands = [
            OutputColumn(f"operand_{number}", text_of(node))
            for number, node in enumerate(nodes)
        ]
        tables = self.emitter.side_tables(nodes)
        rows = scratch.database.rows(frame("operands", operands=operands, **tables))
        kinds = [str(row[1]).split("(")[0] in _NUMBERS for row in rows]
        ends = zip(self.compared.items(), kinds[::2], kinds[1::2], strict=True)
        self.compared = {bit: it for (bit, it), *are in ends if all(are)}

    def reported(self) -> str:
        """Return the select of the reported criterion of each rejected pair."""
        details = [BitSql(bit, text_of(it)) for bit, it in self.details.items()]
        details += [BitSql(bit, f"{name}.detail") for bit, name in self.rules.items()]
        return self._query("reported", details, [*self.details.values()])

    def failing(self) -> Reasons:
        """Return the query of every failing criterion of each rejected pair."""
        nodes = [*self.details.values()]
        for each in self.compared.values():
            nodes += each.named.values()
        cases = [
            *(
                _case(bit, text_of(detail), self.compared.get(bit))
                for bit, detail in self.details.items()
            ),
            *(_case(bit, f"{it}.detail", None) for bit, it in self.rules.items()),
        ]
        head, _, tail = self._query("pair_reason", _CASES, nodes).partition(_CASES)
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
