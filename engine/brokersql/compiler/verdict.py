"""The query of the pairs: each part of the mask where it is cheapest to compute.

What is the same for all kin of a partner is computed for a unit and one of these kin:
from the two sides first, then from the tables beside them, and nothing wide rides along
these joins. The mask is then widened to all partners, and what is left joins it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from brokersql.compiler.emit import Emitter
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import bigint
from brokersql.compiler.relations import text_of
from brokersql.compiler.scope import enclosed
from brokersql.compiler.sides import UNIT
from brokersql.compiler.tables import table_name
from brokersql.compiler.terms import Beside, Named, is_own, joins_beside


@dataclass(slots=True)
class _Carried:
    """Columns that a subquery hands on under names of their own."""

    alias: str
    is_rejoined: bool
    columns: dict[str, str] = field(default_factory=dict[str, str])

    def read(self, node: exp.Expr) -> exp.Expr:
        """Return a reference to a column of a side as it leaves the subquery.

        Where the partner is joined again, only columns of the unit are handed on.
        """
        if not (isinstance(node, exp.Column) and is_own(node)):
            return node
        if self.is_rejoined and node.table != table_name(UNIT):
            return node
        name = f"{node.table}_{node.name}"
        self.columns[name] = text_of(node)
        return exp.column(name, table=self.alias)

    def terms(self, nodes: Sequence[exp.Expr]) -> list[str]:
        """Return parts of the mask as they are read outside the subquery."""
        return [text_of(enclosed(node.copy().transform(self.read))) for node in nodes]

    def joins(self, tables: Sequence[Beside]) -> list[Beside]:
        """Return tables beside the sides, the unit's part of the key as it is read."""
        return [
            replace(table, base=text_of(self.read(base)))
            for table in tables
            for base in [exp.column(table.base, table=table_name(UNIT))]
        ]

    @property
    def named(self) -> list[Named]:
        return [Named(name, sql) for name, sql in sorted(self.columns.items())]


def verdict_query(template: str, emitter: Emitter, terms: Sequence[exp.Expr]) -> str:
    """Return a statement that computes the mask of every pair of a range of units."""
    shared = [term for term in terms if emitter.kin.decides(term)]
    single = [term for term in terms if not emitter.kin.decides(term)]
    own = [term for term in shared if is_own(term)]
    beside = [term for term in shared if not is_own(term)]
    pairs, kins = _Carried("pairs", False), _Carried("kins", True)
    shared_joins = joins_beside(emitter.fused, emitter.kin, beside)
    single_joins = joins_beside(emitter.fused, emitter.kin, single)
    return frame(
        template,
        own=ored([text_of(enclosed(term)) for term in own]),
        kin_mask=ored(["pairs.own_mask", *pairs.terms(beside)]),
        mask=ored(["kins.mask", *kins.terms(single)]),
        kin_levels=shared_joins["levels"],
        kin_sparse=shared_joins["sparse"],
        levels=kins.joins(single_joins["levels"]),
        sparse=kins.joins(single_joins["sparse"]),
        carried=kins.named,
        columns=[
            Named(name, sql)
            for name, sql in sorted({**pairs.columns, **kins.columns}.items())
        ],
    )


def ored(parts: Sequence[str]) -> str:
    """Return bit masks OR-ed, one a line."""
    return "\n    | ".join(parts) or text_of(bigint(0))
