"""What a sound policy file may do and had better not: seen in its syntax tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

from sqlglot import exp

from brokersql.compiler.lineage import Lineage, alone
from brokersql.compiler.origin import needed_files
from brokersql.compiler.parse import Parsed
from brokersql.policy import Finding, Policy
from brokersql.snapshot import contract

#: Endings of columns that tell rows apart.
_NAMING = ("_id", "_name", "_no", "_key", "seq", "position", "key")
_RANKING = (exp.RowNumber, exp.First, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead)


def advice(policy: Policy) -> list[tuple[str, Finding]]:
    """Return what could surprise, each with its kind; stages first, then facts.

    Raises:
        PolicyFault: a file is no query.
    """
    files = needed_files(policy)
    lineage = Lineage({each.file.stem: each.tree for each in files})
    return [
        *(found for each in files for found in _nulls(each)),
        *(found for each in files for found in _orders(each)),
        *(found for each in files for found in _sums(each, lineage)),
        *_unread(policy, files),
    ]


def _nulls(parsed: Parsed) -> Iterator[tuple[str, Finding]]:
    """Yield lists that are no list any more with one NULL in them."""
    for node in parsed.tree.find_all(exp.Not):
        inner = node.this.unnest()
        if isinstance(inner, exp.In) and inner.args.get("query") is not None:
            message = "one NULL in this query, and the condition never holds"
            hint = "write not exists (select …)"
            yield "null-list", parsed.finding(inner, message, hint)


def _orders(parsed: Parsed) -> Iterator[tuple[str, Finding]]:
    """Yield choices among rows that may tie: the order does not end in a key."""
    for window in parsed.tree.find_all(exp.Window):
        order = cast("exp.Order | None", window.args.get("order"))
        if order is None or not isinstance(window.this, _RANKING):
            continue
        parts = cast("list[exp.Expr]", window.args.get("partition_by") or [])
        items = [each.this for each in order.expressions]
        columns = [each.name.lower() for each in (*items, *parts) if _is_column(each)]
        if not any(name.endswith(_NAMING) or name in _keys() for name in columns):
            message = "equal rows tie, and then any of them comes first"
            yield "tie", parsed.finding(order, message, "end the order in the key")


def _is_column(node: exp.Expr) -> bool:
    return isinstance(node, exp.Column)


@cache
def _keys() -> frozenset[str]:
    """Return all columns that are the whole key of a snapshot table."""
    return frozenset(
        table.key[0] for table in contract.tables().values() if len(table.key) == 1
    )


def _sums(parsed: Parsed, lineage: Lineage) -> Iterator[tuple[str, Finding]]:
    """Yield sums of fractions: their last digits depend on the order of the rows."""
    for node in parsed.tree.find_all(exp.Sum):
        if parsed.word(node).lower() != "sum" or node.find(exp.Cast) is not None:
            continue
        leaves = [
            leaf
            for relation, column in lineage.reads(alone(node))
            for leaf in lineage.leaves(relation, column)
        ]
        if any(_is_fraction(*leaf) for leaf in leaves):
            message = "a sum of DOUBLE has other last digits with other threads"
            yield "float-sum", parsed.finding(node, message, "write fsum(…)")


def _is_fraction(table: str, column: str) -> bool:
    known = contract.tables().get(table)
    return known is not None and known.column_types.get(column) == "DOUBLE"


def _unread(policy: Policy, files: list[Parsed]) -> Iterator[tuple[str, Finding]]:
    """Yield facts of the policy's own folder that nothing reads."""
    read: Mapping[str, str] = {each.file.stem: each.file.shown for each in files}
    for file in policy.facts:
        is_own = Path(file.shown).parent.parent.name == policy.name
        if is_own and file.stem not in read:
            hint = "remove the file, or let a rule read it"
            yield "unread-fact", file.finding(0, 1, "no file reads this fact", hint)
