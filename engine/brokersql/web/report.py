"""One HTML file for a run, which asks nobody for anything."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from brokersql.report.machine import SCHEMA_VERSION
from brokersql.web.book import Book
from brokersql.web.embed import embedded
from brokersql.web.links import in_page
from brokersql.web.overview import identity, overview
from brokersql.web.pages import dress, render, script_json

#: Lists that are too long for a page, whatever the run.
_ELSEWHERE = ("exclusion",)
_ENDING = "The file holds everything it shows; opening it asks nobody for anything."


def report_page(book: Book) -> str:
    """Return the page of a run: every policy, with the rows behind its numbers."""
    overviews = [overview(book, each["policy"]) for each in book.policies]
    blobs: list[tuple[str, str]] = []
    for each in overviews:
        each["lists"] = [one for one in each["lists"] if _is_held(each, one["name"])]
        for one in each["lists"]:
            blob = embedded(book, each["policy"], one["name"])
            blobs.append((f"{each['policy']}-{one['name']}", blob))
    page = {"mode": "file", **page_data(book, overviews)}
    return render(
        "page.html",
        in_page,
        identity=identity(book),
        policies=[each["policy"] for each in overviews],
        overviews=overviews,
        record=book.record,
        history=None,
        fault=None,
        tabs=["run"],
        has_all=False,
        newer=None,
        command=f"brokersql explain {shlex.quote(str(book.run.folder))} --task ID",
        page=script_json(page),
        blobs=blobs,
        ending=_ENDING,
        **dress(),
    )


def report_document(book: Book) -> dict[str, Any]:
    """Return the numbers of the page, without the rows behind them."""
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "report",
        **identity(book),
        "policies": [overview(book, each["policy"]) for each in book.policies],
    }


def page_data(book: Book, overviews: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the script of a page needs to know before it asks for rows."""
    return {
        "title": book.run.snapshot_id,
        "quoted": shlex.quote(str(book.run.folder)),
        "policies": [
            {
                "policy": each["policy"],
                "noun": each["noun"],
                "lists": [one["name"] for one in each["lists"]],
                "subjects": [
                    row["kind"] for row in book.rows("subject_kinds", (each["policy"],))
                ],
                "labels": [check["label"] for check in each.get("checks", ())],
            }
            for each in overviews
        ],
    }


def _is_held(overview: dict[str, Any], name: str) -> bool:
    if name == "links":
        return bool(overview.get("network"))
    return name not in _ELSEWHERE
