"""Columns are explained in one file, from which the pages about them are made."""

from __future__ import annotations

from brokersql.snapshot.columns import meaning_of, meanings
from brokersql.snapshot.contract import tables
from docs.columns import glossary_page, shared
from tests.meta.tree import read

PAGE = "docs/glossary.md"
FILE = "sql/columns.tsv"


def test_rows_are_in_order_and_no_two_are_of_one_name() -> None:
    rows = [line.split("\t") for line in read(FILE).splitlines()]
    assert rows[0] == ["column", "means"]
    assert [row for row in rows if len(row) != 2 or not all(row)] == []
    names = [row[0].rpartition(".")[::-2] for row in rows[1:]]
    assert names == sorted(set(names))
    assert len(names) == len(meanings())


def test_every_column_of_the_snapshot_is_explained() -> None:
    unsaid = [
        f"{table.name}.{column.name}"
        for table in tables().values()
        for column in table.columns
        if not meaning_of(table.name, column.name)
    ]
    assert unsaid == []


def test_glossary_explains_the_columns_of_several_tables() -> None:
    page = read(PAGE)
    assert glossary_page(page) == page
    rows = page.rpartition("## Columns")[2].splitlines()
    said = {row.split("`")[1]: row for row in rows if row.startswith("| `")}
    assert said.keys() == shared()
    assert "`queue_gpu`: architecture of the GPU" in said["architecture"]
