"""Lists as a page of one file carries them: coded by column, compressed, bounded."""

from __future__ import annotations

import gzip
import json
import shlex
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import pyarrow as pa

from brokersql.report.machine import json_value
from brokersql.web.book import Book, rule_text
from brokersql.web.kinds import LISTS, ListKind
from brokersql.web.lists import Column, Listed, listed

#: Most rows of a list that a page carries; the others stay in the tables of the run.
_ROWS: Mapping[str, int] = {
    "tasks": 20_000,
    "pairs": 400_000,
    "links": 20_000,
    "weights": 40_000,
}
_FEW = 10_000
#: Pairs of each chunk that were weighed: the chosen ones, then the best of the others.
PLACES = 12
#: What a pair was rejected by.
_REASON = (
    "criterion",
    "label",
    "class",
    "n_failing",
    "only_blocker",
    "only_rule",
    "failing",
)
#: Columns whose values go together, so that one code stands for all of them.
_BUNDLES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pairs": (
        ("jedi_task_id", "chunk_no", "status"),
        ("unified_name", "cloud"),
        ("outcome", *_REASON),
    ),
}
_DIGITS = 6


def embedded(book: Book, policy: str, name: str) -> str:
    """Return a list of a policy, packed; where it is too long, its first rows."""
    kind = LISTS[name]
    rows = _rows(book, policy, name)
    names = [each.name for each in rows.columns]
    where = shlex.quote(str(book.run.folder))
    document: dict[str, Any] = {
        **head(rows.kind, rows.columns),
        "n_all": rows.n_all,
        "n_held": rows.rows.num_rows,
        "more": f"brokersql sql {where} 'from {kind.table}'",
        "parts": list(_parts(rows.rows, names, _BUNDLES.get(name, ()))),
    }
    if name == "rules":
        files = rows.rows.column("file").to_pylist() if names else []
        document["texts"] = [rule_text(str(file)) for file in files]
    return packed(document)


def head(kind: ListKind, columns: Sequence[Column]) -> dict[str, Any]:
    """Return what a page needs to know of a list besides its rows."""
    return {
        "title": kind.title,
        "about": kind.about,
        "also": dict(kind.also),
        "facets": [name for name in kind.facets if name in {c.name for c in columns}],
        "columns": [
            {"name": each.name, "kind": each.kind, "target": each.target}
            for each in columns
        ],
    }


def packed(document: object) -> str:
    """Return a value as compressed JSON in letters."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _rows(book: Book, policy: str, name: str) -> Listed:
    most = _ROWS.get(name, _FEW)
    query = {"limit": str(most)}
    if name == "weights":
        query["place"] = f"<={PLACES}"
    return listed(book, policy, name, query)


def _parts(
    rows: pa.Table, names: Sequence[str], bundles: Sequence[Sequence[str]]
) -> Iterable[dict[str, Any]]:
    """Yield bundles and single columns: values and codes, or just the values."""
    bundled = [[n for n in bundle if n in names] for bundle in bundles]
    single = [[n] for n in names if not any(n in bundle for bundle in bundled)]
    for group in (*filter(None, bundled), *single):
        columns = [[_brief(v) for v in rows.column(n).to_pylist()] for n in group]
        codes: dict[tuple[object, ...], int] = {}
        coded = [
            codes.setdefault(row, len(codes)) for row in zip(*columns, strict=True)
        ]
        values = list(codes)
        yield {"columns": group, "values": values, "codes": coded}


def _brief(value: object) -> object:
    """Return a value as JSON holds it, a number with no more digits than are read."""
    if isinstance(value, float):
        value = float(f"{value:.{_DIGITS}g}")
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[object]", value)))
    return json_value(value)
