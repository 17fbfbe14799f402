"""Everything that a query by hand may name: tables, facts, rules, results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pyarrow as pa

from brokersql.compiler import compile_policy
from brokersql.cycle import TABLES
from brokersql.policy import Policy, load_policy
from brokersql.report.listing import listing
from brokersql.report.recorded import RecordedRun
from brokersql.resources import sql_root
from brokersql.snapshot import Snapshot

_TITLE = re.compile(r"^-- title: (?P<title>.+)$", re.MULTILINE)
_Row = tuple[str, str, int | None, str | None, str]


def catalogue(snapshot: Snapshot, run: RecordedRun | None, policy: str) -> pa.Table:
    """Return one row per relation: kind, name, rows where known, grain, title.

    Facts and rules are computed when a query names one, so their rows are not known.
    """
    columns = {"kind": str, "table": str, "rows": int, "per": str, "title": str}
    loaded = load_policy(policy)
    rows = [*_snapshot(snapshot), *_facts(loaded), *_rules(loaded), *_results(run)]
    return listing(columns, rows)


def _snapshot(snapshot: Snapshot) -> Iterator[_Row]:
    for name, n_rows in snapshot.tables.items():
        yield "snapshot", name, n_rows, None, _title("snapshot", name)


def _facts(policy: Policy) -> Iterator[_Row]:
    program = compile_policy(policy)
    files = {file.stem: file for file in policy.facts}
    used = {fact.name for fact in program.facts}
    used.update(view.name for view in program.pair_views)
    for name in sorted(used & files.keys()):
        file = files[name]
        per = ", ".join(file.grain)
        yield "fact", name, None, per, file.header.text("title")


def _rules(policy: Policy) -> Iterator[_Row]:
    for file in policy.filters:
        yield (
            *("filter", f"filter_{file.stem}", None),
            *("pair that it rejects", file.header.text("title")),
        )


def _results(run: RecordedRun | None) -> Iterator[_Row]:
    for name in TABLES:
        n_rows = run.count(name) if run is not None and name in run.tables else None
        yield "result", name, n_rows, None, _title("result", name)


@cache
def _title(folder: str, name: str) -> str:
    text = (sql_root() / folder / f"{name}.sql").read_text(encoding="utf-8")
    found = _TITLE.search(text)
    return found["title"].strip() if found else ""
