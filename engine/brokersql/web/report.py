"""The page of a run that is one HTML file, with its lists.

The lists are coded by column, compressed and bounded; the file loads nothing.
"""

from __future__ import annotations

import gzip
import json
import shlex
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import pyarrow as pa
import pyarrow.compute as pc

from brokersql.explain.queue import outcome_words
from brokersql.render.csv_text import CRITERIA_COLUMNS
from brokersql.render.documents import SCHEMA_VERSION, json_value
from brokersql.web.lists import LISTS, WEIGHED_PLACES, list_header, list_page
from brokersql.web.overview import identity, overview
from brokersql.web.pages import in_page, render_page
from brokersql.web.run_reader import RunReader, rule_text

#: Most rows of a list that a page carries; the others stay in the tables of the run.
_PACKED_ROWS: Mapping[str, int] = {
    "tasks": 20_000,
    "pairs": 400_000,
    "links": 20_000,
    "weights": 40_000,
}
_FEW = 10_000
#: Columns whose values go together, so that one code stands for all of them.
_BUNDLES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pairs": (
        ("jedi_task_id", "chunk_no", "status"),
        ("unified_name", "cloud"),
        (
            *("outcome", "criterion", "label", "class", "n_failing"),
            *("only_blocker", "only_rule", "failing"),
        ),
    ),
}
_DIGITS = 6
#: Columns of the list of queues -> what its tasks came to.
_OUTCOMES: Mapping[str, str] = {
    "n_chosen": "chosen",
    "n_weighed": "weighed",
    "n_rejected": "rejected",
    "n_gated": "gated",
}


def packed_list(reader: RunReader, policy: str, name: str) -> str:
    """Return a list of a policy, packed; where it is too long, its first rows."""
    query = {"limit": str(_PACKED_ROWS.get(name, _FEW))}
    if name == "weights":
        query["place"] = f"<={WEIGHED_PLACES}"
    found = list_page(reader, policy, name, query)
    names = [each["name"] for each in found.columns]
    where = shlex.quote(str(reader.run.folder))
    document: dict[str, Any] = {
        **list_header(name, found.columns),
        "n_all": found.n_all,
        "n_held": found.rows.num_rows,
        "more": f"brokersql sql {where} 'from {LISTS[name].table}'",
        "parts": list(_column_groups(found.rows, names, _BUNDLES.get(name, ()))),
    }
    if name == "rules":
        files = found.rows.column("file").to_pylist() if names else []
        document["texts"] = [rule_text(str(file)) for file in files]
    if name == "queues":
        counts = found.rows.select([each for each in _OUTCOMES if each in names])
        document["texts"] = [
            outcome_words({_OUTCOMES[key]: n for key, n in row.items()})
            for row in counts.to_pylist()
        ]
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _column_groups(
    rows: pa.Table, names: Sequence[str], bundles: Sequence[Sequence[str]]
) -> Iterable[dict[str, Any]]:
    """Yield bundles and single columns: values and codes, or just the values."""
    bundled = [[n for n in bundle if n in names] for bundle in bundles]
    single = [[n] for n in names if not any(n in bundle for bundle in bundled)]
    for group in (*filter(None, bundled), *single):
        raw, found = _distinct_rows(rows.select(group))
        columns = [map(_short_value, raw.column(n).to_pylist()) for n in group]
        codes: dict[tuple[object, ...], int] = {}
        # values that differ only beyond the digits that are shown are one
        of_raw = [
            codes.setdefault(row, len(codes)) for row in zip(*columns, strict=True)
        ]
        coded = found if len(codes) == len(of_raw) else [of_raw[it] for it in found]
        yield {"columns": group, "values": list(codes), "codes": coded}


def _distinct_rows(rows: pa.Table) -> tuple[pa.Table, list[int]]:
    """Return the rows that differ, in their order, and for each row which one it is."""
    codes: Any = pa.repeat(0, rows.num_rows)
    for column in map(_comparable, rows.columns):
        own = column.dictionary_encode("encode")
        both: Any = pc.add(pc.multiply(codes, len(own.dictionary)), own.indices)
        codes = both.dictionary_encode().indices.cast(pa.int64())
    places: Any = pa.table(
        {"code": codes, "place": pa.array(range(rows.num_rows), pa.int64())}
    )
    firsts = places.group_by("code").aggregate([("place", "min")]).sort_by("code")
    return rows.take(firsts.column("place_min")), codes.to_pylist()


def _comparable(column: pa.ChunkedArray[Any]) -> Any:
    """Return a column in one piece, lists of it as texts."""
    if pa.types.is_list(column.type):
        return pa.array([str(each) for each in column.to_pylist()], pa.string())
    return column.combine_chunks()


def _short_value(value: object) -> object:
    """Return a value as JSON holds it, a number with no more digits than are read."""
    if isinstance(value, float):
        value = float(f"{value:.{_DIGITS}g}")
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[object]", value)))
    return json_value(value)


def report_page(reader: RunReader) -> str:
    """Return the page of a run: every policy, with the rows behind its numbers."""
    overviews = _overviews(reader)
    blobs: list[tuple[str, str]] = []
    for each in overviews:
        # too long for a page, or about links that it does not show
        left_out = {"exclusion", *(() if each.get("network") else ("links",))}
        each["lists"] = [it for it in each["lists"] if it["name"] not in left_out]
        for name in (it["name"] for it in each["lists"]):
            blob = packed_list(reader, each["policy"], name)
            blobs.append((f"{each['policy']}-{name}", blob))
    return render_page(
        in_page,
        {"mode": "file", **page_data(reader, overviews)},
        identity=identity(reader),
        policies=[each["policy"] for each in overviews],
        overviews=overviews,
        record=reader.record,
        tabs=["run"],
        command=f"brokersql explain {shlex.quote(str(reader.run.folder))} --task ID",
        blobs=blobs,
        ending="The file holds everything it shows; opening it asks nobody for "
        "anything.",
    )


def report_document(reader: RunReader) -> dict[str, Any]:
    """Return the numbers of the page, without the rows behind them."""
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report",
        **identity(reader),
        "policies": _overviews(reader),
    }


def _overviews(reader: RunReader) -> list[dict[str, Any]]:
    return [overview(reader, each["policy"]) for each in reader.policies]


def page_data(
    reader: RunReader, overviews: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what the script of a page needs to know before it asks for rows."""
    return {
        "title": reader.run.snapshot_id,
        "quoted": shlex.quote(str(reader.run.folder)),
        "criteria": sorted(CRITERIA_COLUMNS),
        "policies": [
            {
                "policy": each["policy"],
                "noun": each["noun"],
                "lists": [one["name"] for one in each["lists"]],
                "subjects": [
                    row["kind"]
                    for row in reader.rows("subject_kinds", (each["policy"],))
                ],
                "labels": [check["label"] for check in each.get("checks", ())],
            }
            for each in overviews
        ],
    }
