"""What the page for queries by hand offers: the tables with columns, and examples."""

from __future__ import annotations

from typing import Any

import pyarrow.parquet as pq

from brokersql.core.result_tables import TABLES
from brokersql.core.sql_files import sql_folder
from brokersql.policy.model import parse_header
from brokersql.results.queries import title_of
from brokersql.results.run_record import RecordedRun
from brokersql.snapshot.contract import tables

#: Rows that a page shows where no script asks for more.
SHOWN_ROWS = 100


def query_schema(run: RecordedRun) -> list[dict[str, Any]]:
    """Return the tables of a run and of its snapshot, in two groups.

    A table has its `name`, `title` and `columns`: name, type and comment, which is
    empty where the column is explained nowhere.
    """
    known = {
        column.name: column.comment
        for table in tables().values()
        for column in table.columns
    }
    results = [
        {
            "name": name,
            "title": title_of("result", name),
            "columns": [
                {"name": column, "type": str(type_), "comment": known.get(column, "")}
                for schema in (pq.ParquetFile(run.file(name)).schema_arrow,)
                for column, type_ in zip(schema.names, schema.types, strict=True)
            ],
        }
        for name in TABLES
        if name in run.tables
    ]
    snapshot = [
        {
            "name": name,
            "title": table.title,
            "columns": [
                {"name": it.name, "type": it.type.lower(), "comment": it.comment}
                for it in table.columns
            ],
        }
        for name, table in sorted(tables().items())
    ]
    return [
        {"title": "Result tables", "tables": results},
        {"title": "Snapshot", "tables": snapshot},
    ]


def query_examples(run: RecordedRun) -> list[dict[str, str]]:
    """Return queries that the tables of a run answer: `title` and `q`."""
    found: list[dict[str, str]] = []
    for path in sorted(sql_folder("web").glob("example/*.sql")):
        text = path.read_text(encoding="utf-8")
        header = parse_header(text)
        if header.text("needs") in run.tables:
            lines = text.splitlines()
            body = [line for line in lines if not line.startswith("--")]
            found.append({"title": header.text("title"), "q": "\n".join(body)})
    return found
