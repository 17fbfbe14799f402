"""The reject mask of a pair as a sum of parts, and the tables that the parts read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.fuse import Fused, mask
from brokersql.compiler.kin import Kin
from brokersql.compiler.relations import Instance, text_of
from brokersql.compiler.scope import all_of, enclosed
from brokersql.compiler.sides import PARTNER, UNIT, Kind, Place
from brokersql.compiler.tables import table_name
from brokersql.database import quote


@dataclass(frozen=True, slots=True)
class Joined:
    """One joined relation of a statement, ready for a template."""

    relation: str
    alias: str
    on: str


def joined(instance: Instance, read: Callable[[exp.Expr], exp.Expr]) -> Joined:
    """Return the join of an instance; `read` tells how each key is read there."""
    parts: list[exp.Expr] = [
        exp.EQ(this=instance.column(own), expression=enclosed(read(key)))
        for own, key in zip(instance.relation.grain or (), instance.keys, strict=True)
    ]
    return Joined(quote(instance.relation.name), instance.name, text_of(all_of(parts)))


@dataclass(frozen=True, slots=True)
class Beside:
    """A table beside the two sides; its key is the unit's base plus a number."""

    relation: str
    base: str
    number: str


@dataclass(frozen=True, slots=True)
class Named:
    """One output column of a statement, ready for a template."""

    name: str
    sql: str


def terms_of(fused: Fused) -> list[exp.Expr]:
    """Return the parts of the reject mask of a pair; their OR is the mask."""
    terms: list[exp.Expr] = []
    for place, slots in fused.slots.items():
        for number, slot in enumerate(slots, start=1):
            right = exp.column(f"mask_{number}", table=table_name(place))
            if place != PARTNER and not any(slot.left.values()):
                terms.append(right)
                continue
            left = exp.column(unit_mask(place, number), table=table_name(UNIT))
            terms.append(exp.BitwiseAnd(this=left, expression=right))
    for place in fused.sparse:
        bits = exp.column("mask", table=table_name(place))
        terms.append(exp.Coalesce(this=bits, expressions=[exp.Literal.number(0)]))
    return [*terms, *(mask({bit: each}) for bit, each in sorted(fused.pair.items()))]


def joins_beside(
    fused: Fused, kin: Kin, nodes: Sequence[exp.Expr]
) -> Mapping[str, list[Beside]]:
    """Return the tables beside unit and partner that expressions read."""
    names = {column.table for node in nodes for column in node.find_all(exp.Column)}
    places = set(fused.tables.sides.of_instance.values())
    found: dict[str, list[Beside]] = {"levels": [], "sparse": []}
    for place in sorted(places, key=table_name):
        name = table_name(place)
        if name in names and place.kind in (Kind.LEVEL, Kind.SPARSE):
            kind = "levels" if place.kind is Kind.LEVEL else "sparse"
            found[kind].append(Beside(name, kin.base(place), kin.number(place)))
    return found


def unit_mask(place: Place, number: int) -> str:
    """Return the unit's column that is AND-ed with a mask of a place."""
    prefix = "" if place == PARTNER else f"level_{place.number}_"
    return f"{prefix}mask_{number}"


def is_own(node: exp.Expr) -> bool:
    """Tell whether an expression reads nothing but the two sides of a pair."""
    tables = {column.table for column in node.find_all(exp.Column)}
    return tables <= {table_name(UNIT), table_name(PARTNER)}
