"""Arrow tables as rows of text, JSON, CSV, Parquet and Arrow streams."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, cast

import pyarrow as pa

from brokersql.core.errors import UsageError, suggest
from brokersql.render.csv_text import csv_lines
from brokersql.render.documents import (
    SCHEMA_VERSION,
    json_line,
    json_object,
    text_value,
)
from brokersql.render.table import Display, TableColumn, lay_out

_TYPES: Mapping[str, pa.DataType] = {
    "": pa.string(),
    "int": pa.int64(),
    "float": pa.float64(),
    "bool": pa.bool_(),
}


def listing(columns: str, rows: Iterable[Sequence[object]]) -> pa.Table:
    """Return rows of plain values as a table; columns without a type are texts.

    >>> listing("table n_rows:int", [("queue", 3)]).to_pylist()
    [{'table': 'queue', 'n_rows': 3}]
    """
    typed = [each.partition(":") for each in columns.split()]
    schema = pa.schema([(name, _TYPES[kind]) for name, _, kind in typed])
    return pa.Table.from_pylist(
        [dict(zip(schema.names, row, strict=True)) for row in rows], schema=schema
    )


#: Formats that are text and can be written line by line.
TEXT_FORMATS = ("table", "json", "jsonl", "csv")
_BATCH = 10_000
#: A text of so many blanks is a sentence.
_PROSE = 3
_Order = Literal["ascending", "descending"]
_ORDERS: Mapping[bool, _Order] = {False: "ascending", True: "descending"}


def text_lines(
    table: pa.Table,
    style: str,
    look: Display,
    kind: str,
    *,
    is_raw_csv: bool = False,
) -> Iterator[str]:
    """Yield the lines of a flat result in a text format.

    In csv no text is one that a spreadsheet would run, unless `is_raw_csv`.

    Raises:
        UsageError: a nested column in csv.
    """
    match style:
        case "csv":
            yield from _csv(table, is_raw_csv)
        case "jsonl":
            names = unique_names(table)
            for row in table_rows(table):
                yield json_line(dict(zip(names, row, strict=True)))
        case "json":
            yield _json(table, kind)
        case _:
            yield from _table(table, look)


def shaped(table: pa.Table, columns: str | None, sort: str | None) -> pa.Table:
    """Return some columns of a table, in an order: names with commas between.

    A column to sort by goes down from its greatest value with a `-` in front; what has
    no value stands last.

    Raises:
        UsageError: the table has no such column.

    >>> rows = pa.table({"a": [1, 2, None], "b": ["x", "y", "z"]})
    >>> shaped(rows, "b", "-a").to_pydict()
    {'b': ['y', 'x', 'z']}
    """
    if sort is not None:
        keys: list[tuple[str, _Order]] = [
            (_known(table, name.removeprefix("-")), _ORDERS[name.startswith("-")])
            for name in _split(sort)
        ]
        table = table.sort_by(keys)  # pyright: ignore[reportUnknownMemberType]
    if columns is not None:
        names = [_known(table, name) for name in _split(columns)]
        table = table.select(names)  # pyright: ignore[reportUnknownMemberType]
    return table


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _known(table: pa.Table, name: str) -> str:
    """Return the name of a column that is there."""
    known = unique_names(table)
    if name not in known:
        hint = suggest(name, known) or f"it has {', '.join(known)}"
        raise UsageError(f"the result has no column {name}", hint=hint)
    return name


def write_binary(table: pa.Table, style: str) -> bytes:
    """Return a flat result as a Parquet file or an Arrow stream.

    Raises:
        UsageError: Parquet does not know the type of a column.
    """
    sink = io.BytesIO()
    if style == "parquet":
        import pyarrow.parquet as pq

        try:
            with pq.ParquetWriter(sink, table.schema, compression="zstd") as parquet:
                parquet.write_table(table)
        except pa.ArrowNotImplementedError as error:
            raise UsageError(
                f"parquet has no form for a column: {error}",
                hint="use --format arrow, or cast it in the query: ::varchar",
            ) from error
    else:
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    return sink.getvalue()


def table_rows(table: pa.Table) -> Iterator[Sequence[object]]:
    """Yield rows as tuples, batch by batch, so that large results stay small.

    Raises:
        UsageError: a time has no form as text.
    """
    for start in range(0, table.num_rows, _BATCH):
        batch = table.slice(start, _BATCH)
        columns = [
            _values(name, column)
            for name, column in zip(batch.column_names, batch.columns, strict=True)
        ]
        yield from zip(*columns, strict=True)


def _values(name: str, column: pa.ChunkedArray[Any]) -> list[object]:
    """Return the values of a column for a text, which knows years 1 to 9999."""
    try:
        if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
            raise ValueError("pandas would read them, where it is installed")
        return cast("list[object]", column.to_pylist())
    except (OverflowError, ValueError) as error:
        raise UsageError(
            f"column {name} has a time before year 1, after 9999 or in nanoseconds",
            hint="cast it in the query: ::varchar, or ::timestamp",
        ) from error


def unique_names(table: pa.Table) -> list[str]:
    """Return the names of the columns, numbered where a query repeats one."""
    names: list[str] = []
    for name in table.column_names:
        n_before = sum(1 for each in names if each.partition(":")[0] == name)
        names.append(f"{name}:{n_before}" if name in names else name)
    return names


def _fields(table: pa.Table) -> list[tuple[str, pa.DataType]]:
    types = table.schema.types
    return list(zip(unique_names(table), types, strict=True))


def _csv(table: pa.Table, is_raw: bool) -> Iterator[str]:
    for name, kind in _fields(table):
        if pa.types.is_nested(kind):
            raise UsageError(
                f"column {name} is nested: csv has no form for it",
                hint="use --format json, or unnest it in the query",
            )
    return csv_lines(table.column_names, table_rows(table), is_raw=is_raw)


def _json(table: pa.Table, kind: str) -> str:
    names = unique_names(table)
    document = {
        "schema_version": SCHEMA_VERSION,
        "kind": kind,
        "columns": [
            {"name": name, "type": str(type_)} for name, type_ in _fields(table)
        ],
        "n_rows": table.num_rows,
        "rows": [
            json_object(dict(zip(names, row, strict=True))) for row in table_rows(table)
        ],
    }
    return json_line(document)


def _table(table: pa.Table, look: Display) -> list[str]:
    """Return the lines of a table with unformatted values, since they are copied."""
    rows = [
        ["–" if cell is None else text_value(cell) for cell in row]
        for row in table_rows(table)
    ]
    columns = [
        TableColumn(name, right=_is_number(kind), cut=_cut(row[at] for row in rows))
        for at, (name, kind) in enumerate(_fields(table))
    ]
    return lay_out(columns, rows, look)


def _cut(texts: Iterable[str]) -> str:
    """Return where values give way: sentences at the end, names in the middle."""
    return "end" if any(text.count(" ") >= _PROSE for text in texts) else "middle"


def _is_number(kind: pa.DataType) -> bool:
    return (
        pa.types.is_integer(kind)
        or pa.types.is_floating(kind)
        or pa.types.is_decimal(kind)
    )
