"""Every page of a run as a URL with a JSON twin: path and query in, an answer out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

import pyarrow as pa

from brokersql.errors import BrokersqlError, UsageError
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, csv_lines
from brokersql.report.rows import text_lines
from brokersql.web.answers import (
    TYPES,
    Answer,
    NotThere,
    csv_answer,
    html_answer,
    json_answer,
    no_page,
    refusal,
    status_of,
    too_many,
)
from brokersql.web.book import Book, rule_text
from brokersql.web.embed import head
from brokersql.web.kinds import LISTS
from brokersql.web.links import on_server
from brokersql.web.lists import Listed, grouped, listed
from brokersql.web.overview import identity, overview
from brokersql.web.pages import dress, render, script_json
from brokersql.web.report import page_data, report_document
from brokersql.web.stories import KINDS, Stories

#: Most rows of one answer, in JSON and in CSV.
_JSON_ROWS, _CSV_ROWS = 100_000, 1_000_000
#: Rows of a page of a query by hand.
_SQL_ROWS = 1_000
#: Pages that the script of the shell draws, beside those of lists.
_VIEWS = (*KINDS, "heat")
_ENDING = (
    "The server reads the run and changes nothing; Ctrl-C in its terminal stops it."
)


class Site:
    """The pages of a run; `key` stands in every link. Requests may come in threads.

    `ask` answers queries by hand; without it there is no page for them.
    """

    def __init__(
        self, book: Book, key: str, ask: Callable[[str], pa.Table] | None = None
    ) -> None:
        self.book = book
        self.key = key
        self._ask = ask
        self._asking = threading.Lock()
        self._stories = Stories(book)
        self._turn = threading.Lock()
        self._overviews = {
            each["policy"]: overview(book, each["policy"]) for each in book.policies
        }

    def answer(self, path: str, query: Mapping[str, str]) -> Answer:
        """Return the page, or its twin, that a path and a query ask for."""
        stem, suffix = _suffix(path)
        parts = [unquote(part) for part in stem.split("/") if part]
        wanted = {name: text for name, text in query.items() if name != "key"}
        try:
            if suffix == ".csv":
                return self._csv(parts, wanted)
            if suffix == ".json":
                return json_answer(200, self._document(parts, wanted))
            return html_answer(200, self._page(parts))
        except BrokersqlError as error:
            if suffix:
                return refusal(status_of(error), error)
            return html_answer(status_of(error), self._page((), error))

    def _page(self, parts: Sequence[str], fault: BrokersqlError | None = None) -> str:
        """Return the page of a place: an overview, or the shell of a list or view."""
        first = next(iter(self._overviews), "run")
        name, rest = (parts[0], parts[1:]) if parts else (first, ())
        if name not in ("run", "search", "sql"):
            self._check(name, rest)
        is_overview = name in self._overviews and not rest and fault is None
        page = {
            "mode": "server",
            "key": self.key,
            "asks": self._ask is not None,
            **page_data(self.book, list(self._overviews.values())),
        }
        return render(
            "page.html",
            on_server(self.key),
            identity=identity(self.book),
            policies=list(self._overviews),
            asks=self._ask is not None,
            overviews=[self._overviews[name]] if is_overview else [],
            record=self.book.record if name == "run" else None,
            fault=None if fault is None else fault.lines(),
            page=script_json(page),
            blobs=[],
            ending=_ENDING,
            **dress("connect-src 'self'"),
        )

    def _check(self, policy: str, rest: Sequence[str]) -> None:
        """Refuse a path that leads nowhere.

        Raises:
            NotThere: no such policy, list or view.
        """
        if policy not in self._overviews:
            raise no_page("policy", policy, list(self._overviews))
        known = self._lists(policy)
        if rest and rest[0] not in (*known, *_VIEWS):
            raise no_page("page", rest[0], [*known, *_VIEWS])

    def _lists(self, policy: str) -> list[str]:
        return [one["name"] for one in self._overviews[policy]["lists"]]

    def _document(self, parts: Sequence[str], query: dict[str, str]) -> dict[str, Any]:
        """Return the JSON twin of a page."""
        match parts:
            case [] | ["index"]:
                with self._turn:
                    return report_document(self.book)
            case ["run"]:
                return self.book.record
            case ["sql"]:
                return self._answered(query)
            case [policy]:
                self._check(policy, ())
                return self._overviews[policy]
            case [policy, "heat"]:
                raise no_page("twin of a map", policy, [f"{policy}/pairs.json?group=…"])
            case [policy, "task", task]:
                self._check(policy, ("task",))
                return self._story(policy, "task", task, query)
            case [policy, kind] if kind in KINDS:
                self._check(policy, (kind,))
                return self._story(policy, kind, query.get("name", ""), query)
            case [policy, name]:
                self._check(policy, (name,))
                return self._list(policy, name, query)
            case _:
                raise no_page("page", "/".join(parts), [])

    def _story(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return what explain tells; what it does not know is not there."""
        try:
            return self._stories.tell(policy, kind, name, query)
        except UsageError as error:
            raise NotThere(error.message, hint=error.hint, items=error.items) from error

    def _list(self, policy: str, name: str, query: dict[str, str]) -> dict[str, Any]:
        """Return rows of a list, or how many have which value of a column."""
        start = {"schema_version": SCHEMA_VERSION, "policy": policy, "list": name}
        if "group" in query:
            with self._turn:
                groups = grouped(self.book, policy, name, query)
            return {**start, "kind": "list.groups", "groups": groups}
        _bounded(query, _JSON_ROWS)
        with self._turn:
            found = listed(self.book, policy, name, query)
        rows = found.rows.to_pylist()
        if name == "rules":
            rows = [{**row, "text": rule_text(str(row["file"]))} for row in rows]
        return {
            **start,
            "kind": "list",
            **head(found.kind, found.columns),
            "n_rows": found.n_rows,
            "n_all": found.n_all,
            "rows": rows,
        }

    def _answered(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Return a page of the rows of a query by hand."""
        rows = self._queried(query)
        page = query.get("page", "1")
        if not page.isdecimal():
            raise UsageError(f"page={page} is no number", hint="1, 2, 3 …")
        start = (max(int(page), 1) - 1) * _SQL_ROWS
        shown = rows.slice(start, _SQL_ROWS).to_pylist()
        types = zip(rows.column_names, rows.schema.types, strict=True)
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "sql",
            "columns": [{"name": name, "type": str(type_)} for name, type_ in types],
            "n_rows": rows.num_rows,
            "rows": shown,
        }

    def _queried(self, query: Mapping[str, str]) -> pa.Table:
        """Return the rows of a query by hand, asked where nothing else can be read."""
        if self._ask is None:
            raise no_page("page", "sql", list(self._overviews))
        with self._asking:
            return self._ask(query.get("q", ""))

    def _csv(self, parts: Sequence[str], query: dict[str, str]) -> Answer:
        """Return all rows of a list that pass the filters, or of a query."""
        if list(parts) == ["sql"]:
            return csv_answer(text_lines(self._queried(query), "csv", Look(), "sql"))
        if len(parts) != 2 or parts[1] not in LISTS:
            raise no_page("list", "/".join(parts), list(LISTS))
        policy, name = parts
        self._check(policy, (name,))
        with self._turn:
            bounds = {"limit": str(_CSV_ROWS), **query}
            found = listed(self.book, policy, name, bounds)
        if found.n_rows > found.rows.num_rows and "limit" not in query:
            raise too_many(found.n_rows, _CSV_ROWS)
        lines = csv_lines([each.name for each in found.columns], _rows(found))
        return csv_answer(lines)


def _rows(found: Listed) -> Iterator[Sequence[object]]:
    columns = [found.rows.column(each.name).to_pylist() for each in found.columns]
    return zip(*columns, strict=True)


def _suffix(path: str) -> tuple[str, str]:
    for suffix in TYPES:
        if path.endswith(suffix):
            return path.removesuffix(suffix), suffix
    return path, ""


def _bounded(query: Mapping[str, str], most: int) -> None:
    limit = query.get("limit", "")
    if limit.isdecimal() and int(limit) > most:
        raise too_many(int(limit), most)
