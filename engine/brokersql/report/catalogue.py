"""Everything that a query by hand may name: tables, facts, rules, results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pyarrow as pa

from brokersql.compiler import compile_facts, compile_policy
from brokersql.cycle import TABLES
from brokersql.policy import Policy, load_policy
from brokersql.report.listing import listing
from brokersql.report.recorded import RecordedRun
from brokersql.resources import sql_root
from brokersql.snapshot import Snapshot

_TITLE = re.compile(r"^-- title: (?P<title>.+)$", re.MULTILINE)
#: Stage whose rules are views -> what such a view has one row of.
_PER = {
    "filters": "pair that it rejects",
    "exemptions": "unit that it spares",
    "timeouts": "unit that it watches",
    "picks": "unit that it picks",
}
_Row = tuple[str, str, int | None, str | None, str]


def catalogue(
    snapshot: Snapshot, run: RecordedRun | None, policies: Sequence[str]
) -> pa.Table:
    """Return one row per relation: kind, name, rows where known, grain, title.

    Facts and rules are computed when a query names one, so their rows are not known.
    """
    columns = {"kind": str, "table": str, "rows": int, "per": str, "title": str}
    loaded = [load_policy(name) for name in policies]
    rows = [
        *_snapshot(snapshot),
        *_facts(loaded),
        *(row for policy in loaded for row in _rules(policy)),
        *_results(run),
    ]
    named: dict[str, _Row] = {}
    for row in rows:
        named.setdefault(row[1], row)
    return listing(columns, list(named.values()))


def _snapshot(snapshot: Snapshot) -> Iterator[_Row]:
    for name, n_rows in snapshot.tables.items():
        yield "snapshot", name, n_rows, None, title_of("snapshot", name)


def _facts(policies: Sequence[Policy]) -> Iterator[_Row]:
    """Yield the facts of policies, those too that no rule reads, each of them once."""
    told: set[str] = set()
    for policy in policies:
        files = {file.stem: file for file in policy.facts}
        made = {statement.name for statement in compile_policy(policy).statements}
        alone = compile_facts(policy, files.keys() - made - told)
        used = files.keys() & {*made, *(fact.name for fact in alone)} - told
        told |= used
        for name in sorted(used):
            per = ", ".join(files[name].grain)
            yield "fact", name, None, per, files[name].header.text("title")


def _rules(policy: Policy) -> Iterator[_Row]:
    for stage, files in policy.stages:
        for file in files if stage in _PER else ():
            kind, title = stage.removesuffix("s"), file.header.text("title")
            yield kind, f"{kind}_{file.stem}", None, _PER[stage], title
    for file in policy.select:
        if file.stem not in TABLES:
            per = ", ".join(file.grain)
            yield "step", file.stem, None, per, file.header.text("title")


def _results(run: RecordedRun | None) -> Iterator[_Row]:
    for name in TABLES:
        n_rows = run.count(name) if run is not None and name in run.tables else None
        yield "result", name, n_rows, None, title_of("result", name)


@cache
def title_of(folder: str, name: str) -> str:
    """Return the title of a file of sql/<folder>, wherever it stands in it."""
    path = next((sql_root() / folder).rglob(f"{name}.sql"), None)
    found = None if path is None else _TITLE.search(path.read_text(encoding="utf-8"))
    return found["title"].strip() if found else ""
