"""Short lists of plain values as Arrow tables, so that every format serves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

_TYPES: Mapping[type, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
}


def listing(columns: Mapping[str, type], rows: Sequence[Sequence[object]]) -> pa.Table:
    """Return rows of plain values as a table of these columns and types.

    >>> listing({"table": str, "n_rows": int}, [("queue", 3)]).to_pylist()
    [{'table': 'queue', 'n_rows': 3}]
    """
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in columns.items()])
    return pa.Table.from_pylist(
        [dict(zip(columns, row, strict=True)) for row in rows], schema=schema
    )
