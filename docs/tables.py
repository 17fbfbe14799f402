"""The page of the snapshot's tables, made from the contract itself."""

from __future__ import annotations

from functools import cache

from brokersql.compiler.lineage import origins_of
from brokersql.policy import load_policy, shipped_policies
from brokersql.snapshot.columns import meaning_of
from brokersql.snapshot.contract import Table, tables
from brokersql.snapshot.importers import database_kinds, file_kinds

_ABOUT = """\
# Tables of a snapshot

One file per table, `<table>.parquet` or `<table>.jsonl`, with these columns; an absent
table is empty. Times are UTC without a zone, NULL is unknown. The page is made from
`sql/snapshot`, where the same stands as SQL, and `sql/columns.tsv`, which explains
columns of several tables; how rows get there says [Real data in](data-in.md).

*From* names the kinds of `snapshot import` that fill the table. *Read by* names the
policies whose files read the column, directly or through facts; `brokersql policy
lineage panda_job --of queue.max_rss` names the files. Where none is named, the column
may join rows, or be read by `explain`, facts for queries (`share_order`, `site_wait`)
or a rule of your own; `gdp_config` sets parameters. `panda_job_legacy` is named only
where `panda_job` does not read the column.
"""


def tables_page() -> str:
    """Return the page, a section per table."""
    names = list(tables())
    lines = [_ABOUT, ", ".join(f"[{name}](#{name})" for name in names), ""]
    for table in tables().values():
        lines += [f"## {table.name}", "", f"{table.title}.", "", *_facts(table)]
        lines += ["| column | type | meaning | read by |", "|---|---|---|---|"]
        for column in table.columns:
            meaning = meaning_of(table.name, column.name).replace("|", "\\|")
            read_by = ", ".join(readers().get((table.name, column.name), ()))
            cells = (f"`{column.name}`", column.type, meaning, read_by)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


@cache
def readers() -> dict[tuple[str, str], list[str]]:
    """Return the policies that read a column, by table and column."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in shipped_policies():
        origins = origins_of(load_policy(name))
        leaves = {(it.table, it.source) for it in origins if it.table and it.source}
        for leaf in leaves:
            found.setdefault(leaf, []).append(name)
    for names in found.values():
        if "panda_job" in names and "panda_job_legacy" in names:
            names.remove("panda_job_legacy")
    return found


@cache
def _sources() -> dict[str, list[str]]:
    """Return the kinds of import that fill a table."""
    found: dict[str, list[str]] = {}
    for kind in (*file_kinds().values(), *database_kinds().values()):
        made = {name.partition(".")[0] for name in kind.statements()}
        for name in {*kind.tables, *kind.added, *made}:
            found.setdefault(name, []).append(kind.name)
    return found


def _facts(table: Table) -> list[str]:
    """Return key, references, words and expectations as a list."""
    facts: list[str] = []
    if kinds := _sources().get(table.name):
        facts.append(f"- from: {', '.join(kinds)}")
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
