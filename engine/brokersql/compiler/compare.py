"""The comparison that decides a filter: what is asked, what is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlglot import exp

from brokersql.compiler.clauses import normal_form
from brokersql.compiler.fuse import Bit
from brokersql.compiler.macros import Macros
from brokersql.compiler.scope import enclosed
from brokersql.compiler.sides import ANYWHERE, PAIR, UNIT, Place, Sides

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
_Branch = tuple[exp.Expr, "_Ranked | None"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pair passes where ``requested operator offered`` holds; all may be cases.

    All three are NULL where another part of the filter rejects the pair.
    """

    requested: exp.Expr
    operator: exp.Expr
    offered: exp.Expr


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A comparison and how much it tells."""

    rank: int
    told: Comparison


def comparisons_of(
    bits: Iterable[Bit], sides: Sides, macros: Macros
) -> dict[int, Comparison]:
    """Return of each bit that has one the comparison that tells most.

    One that sets the task against the queue beats one against a setting; of several
    alike that hold together the last counts. One with a number that the rule itself
    says counts where there is no other; a count that must not be 0 has to be above.
    """
    reader = _Reader(sides, macros)
    found = {bit.number: reader.read(bit.predicate) for bit in bits}
    return {bit: each.told for bit, each in found.items() if each is not None}


def limit_of(condition: exp.Expr, macros: Macros) -> Comparison | None:
    """Return the comparison of what a weighed pair has, left, with a limit, right."""
    found = _Reader(Sides(), macros, is_limit=True).read(condition)
    return None if found is None else found.told


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads conditions on the pair down to their comparisons.

    Where it `is_limit`, what stands right is asked, else what the task says.
    """

    sides: Sides
    macros: Macros
    is_limit: bool = False

    def read(self, node: exp.Expr) -> _Ranked | None:
        """Return the comparison of a condition that tells most."""
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

    def _either(self, parts: Sequence[exp.Expr]) -> _Ranked | None:
        """Return the comparison of the first alternative that holds.

        One beside an alternative that compares nothing is no more than a guard, unless
        that alternative is a value that is not known.
        """
        branches: list[_Branch] = [(part, self.read(part)) for part in parts]
        if any(found is None and not _is_unknown(part) for part, found in branches):
            return None
        return _chosen(branches, None)

    def _case(self, case: exp.Case, is_positive: bool) -> _Ranked | None:
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

    def _compared(self, node: exp.Binary) -> _Ranked | None:
        ends = (node.this, node.expression)
        operator = _PASSES[type(node)]
        if any(end.find(exp.Column) is None for end in ends):
            return _beside_number(*ends, operator)
        if self.is_limit or not _is_asked(*ends, self.sides):
            ends, operator = (ends[1], ends[0]), _TURNED[operator]
        told = Comparison(ends[0], exp.Literal.string(operator), ends[1])
        return _Ranked(self._rank(*ends), told)

    def _rank(self, left: exp.Expr, right: exp.Expr) -> int:
        places = {self.sides.of(left), self.sides.of(right)}
        if places == {ANYWHERE}:
            return 0
        is_setting = _columns(left) <= {"cfg"} or _columns(right) <= {"cfg"}
        return 1 if is_setting else 2 + (len(places) > 1 or PAIR in places)


def _beside_number(left: exp.Expr, right: exp.Expr, operator: str) -> _Ranked | None:
    """Return the comparison with a number that the rule itself says: it is asked.

    It tells least. That something is there at all, above 0, is no more than a guard.
    """
    is_guard = _is_zero(right) and operator == "<="
    if is_guard or not (right.is_number and left.find(exp.Column)):
        return None
    told = Comparison(right, exp.Literal.string(_TURNED[operator]), left)
    return _Ranked(-1, told)


def _is_zero(node: exp.Expr) -> bool:
    """Tell whether a count that is equal to this is one of nothing."""
    return isinstance(node, exp.Literal) and node.is_number and node.name == "0"


def _signed(node: exp.Expr, is_positive: bool) -> exp.Expr:
    return node if is_positive else exp.Not(this=enclosed(node))


def _negated(node: exp.Binary) -> exp.Binary:
    return _NEGATED[type(node)](this=node.this, expression=node.expression)


def _best(found: Sequence[_Ranked | None]) -> _Ranked | None:
    """Return the last of those that tell most."""
    known = [each for each in found if each is not None]
    return max(reversed(known), key=lambda each: each.rank, default=None)


def _chosen(branches: Sequence[_Branch], default: _Ranked | None) -> _Ranked | None:
    """Return the comparison of the first branch that is taken, else the default."""
    every = [*(found for _, found in branches), default]
    known = [each for each in every if each is not None]
    if not known:
        return None

    def end(of: Callable[[Comparison], exp.Expr]) -> exp.Expr:
        ends = [exp.null() if each is None else of(each.told) for each in every]
        if all(each == ends[0] for each in ends):
            return ends[0]
        case = exp.Case()
        for (when, _), value in zip(branches, ends, strict=False):
            case = case.when(when.copy(), value.copy())
        return case.else_(ends[-1].copy())

    told = Comparison(
        end(lambda it: it.requested),
        end(lambda it: it.operator),
        end(lambda it: it.offered),
    )
    return _Ranked(max(each.rank for each in known), told)


def _is_unknown(node: exp.Expr) -> bool:
    plain = node.unnest()
    return isinstance(plain, exp.Is) and isinstance(plain.expression, exp.Null)


def _columns(node: exp.Expr) -> set[str]:
    return {column.table for column in node.find_all(exp.Column)}


def _is_asked(left: exp.Expr, right: exp.Expr, sides: Sides) -> bool:
    """Tell whether the left end is what is asked: the task's, else a setting."""
    ends: list[Place] = [sides.of(left), sides.of(right)]
    for place in (UNIT, ANYWHERE):
        if (ends[0] == place) != (ends[1] == place):
            return ends[0] == place
    settings = ["cfg" in _columns(left), "cfg" in _columns(right)]
    return settings[0] or not settings[1]
