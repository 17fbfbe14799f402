"""The page of the snapshot's tables, made from the contract itself."""

from __future__ import annotations

from brokersql.snapshot.columns import meaning_of
from brokersql.snapshot.contract import Table, tables

_ABOUT = """\
# Tables of a snapshot

One file per table, `<table>.parquet` or `<table>.jsonl`, with these columns; an absent
table is empty. Times are UTC without a zone, NULL is unknown. The page is made from
`sql/snapshot`, where the same stands as SQL, and `sql/columns.tsv`, which explains
columns of several tables; how rows get there says [Real data in](data-in.md).
"""


def tables_page() -> str:
    """Return the page, a section per table."""
    names = list(tables())
    lines = [_ABOUT, ", ".join(f"[{name}](#{name})" for name in names), ""]
    for table in tables().values():
        lines += [f"## {table.name}", "", f"{table.title}.", "", *_facts(table)]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        for column in table.columns:
            meaning = meaning_of(table.name, column.name).replace("|", "\\|")
            lines.append(f"| `{column.name}` | {column.type} | {meaning} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _facts(table: Table) -> list[str]:
    """Return key, references, words and expectations as a list."""
    facts: list[str] = []
    if table.key:
        facts.append(f"- key: {', '.join(table.key)}")
    facts += [
        f"- {', '.join(it.columns)}: of [{it.table}](#{it.table})"
        for it in table.references
    ]
    facts += [
        f"- {each.text.partition(' ')[0]}: {', '.join(each.words)}"
        f"{', or another word, with a warning' if each.is_open else '; no other word'}"
        for each in table.ranges
        if each.words
    ]
    if table.expected_with:
        others = " and ".join(table.expected_with)
        facts.append(f"- expected where there are rows in {others}")
    return [*facts, ""] if facts else []
