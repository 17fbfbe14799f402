"""Rows as Arrow tables with the types of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from brokersql.snapshot import contract

TYPES = {
    "BIGINT": pa.int64(),
    "VARCHAR": pa.string(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("us"),
    "VARCHAR[]": pa.list_(pa.string()),
    "JSON": pa.string(),
}


def typed(name: str, rows: Sequence[Mapping[str, object]]) -> pa.Table:
    """Return rows as the snapshot table of a name."""
    return arrow(rows, contract.tables()[name].column_types)


def cells(names: str, *values: object) -> dict[str, object]:
    """Return a row of the columns that a text names."""
    return dict(zip(names.split(), values, strict=True))


def arrow(rows: Sequence[Mapping[str, object]], types: Mapping[str, str]) -> pa.Table:
    """Return rows as a table of these DuckDB types; what a row lacks is NULL."""
    for row in rows:
        assert row.keys() <= types.keys(), sorted(row.keys() - types.keys())
    return pa.table(
        {
            name: pa.array([row.get(name) for row in rows], TYPES[kind])
            for name, kind in types.items()
        }
    )
