"""Lists of names on both sides of a pair, compared once for each two lists.

A rule says ``not list_has_any(task_queue.sites, request.sites)``. Many units send the
same list, and many partners ask for the same one. So each list of a side gets a number,
a table holds how many values a list of one side shares with one of the other, and the
pair only looks that up. NULL lists give NULL, as in the functions themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances, Relation, Scratch
from brokersql.compiler.expressions import rebuild, tables_of, text_of
from brokersql.compiler.flatten import Flat
from brokersql.compiler.join_sides import (
    PARTNER,
    UNIT,
    Candidate,
    JoinSides,
    Place,
    read_join_sides,
)
from brokersql.compiler.program import Statement
from brokersql.compiler.templates import frame, framed
from brokersql.core.database import quote

_NAMES = "VARCHAR[]"
_NUMBER = "BIGINT"
#: The lists of one side, by number.
_LISTS = {
    side: Relation(
        f"x_{side.kind}_list",
        ("items",),
        {"items": _NAMES, "list_no": _NUMBER, "n_values": _NUMBER},
    )
    for side in (UNIT, PARTNER)
}
_SHARED = Relation(
    "x_shared_values",
    ("unit_list_no", "partner_list_no"),
    {"unit_list_no": _NUMBER, "partner_list_no": _NUMBER, "n_shared": _NUMBER},
)


#: What a comparison gives, of the number of shared values and the list named last.
_Value = Callable[[exp.Expr, Instance], exp.Expr]


@dataclass(frozen=True, slots=True)
class _List:
    """An expression that gives a list, and the one relation that it reads."""

    sql: str
    relation: str
    alias: str


@dataclass(slots=True)
class SharedValues:
    """Replaces comparisons of a list of the unit with one of the partner.

    `lists` are those that were met, by the side that they are of.
    """

    candidate: Candidate
    instances: Instances
    scratch: Scratch
    sides: JoinSides = field(init=False)
    lists: dict[Place, dict[str, _List]] = field(init=False)

    def __post_init__(self) -> None:
        self.sides = read_join_sides(self.candidate, self.instances, is_joint=False)
        self.lists = {UNIT: {}, PARTNER: {}}

    def looked_up(self, flat: Flat) -> Flat:
        """Return a filter that looks up what it compares."""
        conditions = tuple(map(self._changed, flat.conditions))
        return replace(flat, conditions=conditions)

    def statements(self) -> tuple[Statement, ...]:
        """Return the statements that make the tables; none if nothing is looked up."""
        if not self.lists[UNIT]:
            return ()
        names = {side.kind: relation.name for side, relation in _LISTS.items()}
        return (
            *(
                framed(names[side.kind], "value_list", lists=list(lists.values()))
                for side, lists in self.lists.items()
            ),
            framed(_SHARED.name, "shared_values", **names),
        )

    def _changed(self, node: exp.Expr) -> exp.Expr:
        """Return an expression with its comparisons of two sides looked up."""
        found = _comparison(node)
        if found is not None:
            *lists, value = found
            sides = {self.sides.of(each): each for each in lists}
            if sides.keys() == {UNIT, PARTNER} and all(map(self._is_list, lists)):
                return self._lookup(sides, self.sides.of(lists[-1]), value)
        return rebuild(node, self._changed)

    def _lookup(
        self, lists: Mapping[Place, exp.Expr], last: Place, value: _Value
    ) -> exp.Expr:
        """Return what a comparison of two lists looks up, NULL if one is no list."""
        found = {
            side: self.instances.get(relation, [lists[side]])
            for side, relation in _LISTS.items()
        }
        numbers = [each.column("list_no") for each in found.values()]
        n_shared = self.instances.get(_SHARED, numbers).column("n_shared")
        n_shared = exp.func("coalesce", n_shared, exp.Literal.number(0))
        are_lists = [exp.Not(this=each.copy().is_(exp.null())) for each in numbers]
        return exp.Case().when(exp.and_(*are_lists), value(n_shared, found[last]))

    def _is_list(self, node: exp.Expr) -> bool:
        """Return whether it is a list of names of one relation; if so, note it."""
        side = self.sides.of(node)
        by_name = {each.name: each for each in self.instances}
        named = [by_name[name] for name in tables_of(node) if name in by_name]
        if len(named) != 1:
            return False
        found = _List(text_of(node), quote(named[0].relation.name), named[0].name)
        if found.sql not in self.lists[side]:
            described = self.scratch.database.rows(frame("list_type", list=found))
            if described[0][1] != _NAMES:
                return False
            self.lists[side][found.sql] = found
        return True


def _comparison(node: exp.Expr) -> tuple[exp.Expr, exp.Expr, _Value] | None:
    """Return the two lists that a function compares, and what it makes of them."""
    match node:
        case exp.ArrayOverlaps():
            return node.this, node.expression, _is_any
        case exp.Anonymous(expressions=[left, right]) if _is(node, "list_has_all"):
            return left, right, _is_all
        case exp.Length(this=exp.Anonymous() as both) if _is(both, "list_intersect"):
            left, right = both.expressions
            return left, right, _n_shared
        case _:
            return None


def _is(node: exp.Anonymous, name: str) -> bool:
    return node.name.lower() == name


def _n_shared(n_shared: exp.Expr, _: Instance) -> exp.Expr:
    return n_shared


def _is_any(n_shared: exp.Expr, _: Instance) -> exp.Expr:
    return exp.GT(this=n_shared, expression=exp.Literal.number(0))


def _is_all(n_shared: exp.Expr, last: Instance) -> exp.Expr:
    return exp.EQ(this=n_shared, expression=last.column("n_values"))
