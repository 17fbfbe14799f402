"""The twins of pages for programs: the same as an object for JSON, or as rows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from brokersql.errors import UsageError
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, csv_lines
from brokersql.report.rows import text_lines
from brokersql.web.answers import NotThere, no_page, too_many
from brokersql.web.beside import Beside
from brokersql.web.book import Book, rule_text
from brokersql.web.embed import head
from brokersql.web.kinds import LISTS
from brokersql.web.lists import Listed, grouped, listed
from brokersql.web.places import check_place
from brokersql.web.report import report_document
from brokersql.web.rules import rule_document
from brokersql.web.stories import KINDS, Stories, is_fix, subject

#: Most rows of one answer, in JSON and in files.
_JSON_ROWS, _FILE_ROWS = 100_000, 1_000_000
#: Rows of a page of a query by hand.
_SQL_ROWS = 1_000


class Twins:
    """What programs read of a run; requests may come in threads.

    `ask` answers queries by hand; without it there are none.
    """

    def __init__(
        self,
        book: Book,
        overviews: Mapping[str, dict[str, Any]],
        ask: Callable[[str], pa.Table] | None,
        beside: Beside,
    ) -> None:
        self._book = book
        self._overviews = overviews
        self._ask = ask
        self._beside = beside
        self._stories = Stories(book)
        self._asking = threading.Lock()
        self._turn = threading.Lock()

    def check(self, parts: Sequence[str], query: Mapping[str, str]) -> None:
        """Refuse a place that is not there.

        Raises:
            NotThere: a path that leads nowhere, or the name of nothing.
            UsageError: a filter that names no column.
        """
        match parts:
            case [] | ["run"] | ["search"]:
                return
            case ["sql"]:
                if self._ask is None:
                    raise no_page("page", "sql", list(self._overviews))
            case ["diff"]:
                if query.get("b"):
                    self._beside.folder(query["b"])
            case ["policy", policy, rule]:
                with self._turn:
                    rule_document(self._book, policy, rule)
            case _:
                with self._turn:
                    check_place(self._book, self._lists(), parts, query)

    def document(
        self, parts: Sequence[str], query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the twin of a page as an object.

        Raises:
            UsageError: there is no such page, or it is asked for in a wrong way.
        """
        match parts:
            case [] | ["index"]:
                with self._turn:
                    return report_document(self._book)
            case ["run"]:
                return self._book.record
            case ["sql"]:
                return self._answered(query)
            case ["diff"]:
                return self._beside.document(query.get("b", ""))
            case ["policy", policy, rule]:
                with self._turn:
                    return rule_document(self._book, policy, rule)
            case [policy] if policy in self._overviews:
                return self._overviews[policy]
            case [policy, "heat"]:
                raise no_page("twin of a map", policy, [f"{policy}/pairs.json?group=…"])
            case [policy, kind, *rest] if policy in self._overviews and kind in KINDS:
                return self._story(policy, kind, subject(kind, rest, query), query)
            case [policy, name] if name in self._lists().get(policy, ()):
                return self._list(policy, name, query)
            case _:
                with self._turn:
                    check_place(self._book, self._lists(), parts, {})
                raise no_page("page", "/".join(parts), [])

    def csv(self, parts: Sequence[str], query: Mapping[str, str]) -> Iterable[str]:
        """Return the rows behind a page as lines of CSV.

        Raises:
            UsageError: there are none, or too many.
        """
        if list(parts) in (["sql"], ["diff"]):
            return text_lines(self.rows(parts, query), "csv", Look(), parts[0])
        rows = self.rows(parts, query)
        columns = [rows.column(name).to_pylist() for name in rows.column_names]
        return csv_lines(rows.column_names, zip(*columns, strict=True))

    def rows(self, parts: Sequence[str], query: Mapping[str, str]) -> pa.Table:
        """Return the rows behind a page: of a list, a query by hand, or a diff.

        Raises:
            UsageError: there are none, or too many.
        """
        match parts:
            case ["sql"]:
                return self._queried(query)
            case ["diff"]:
                return self._beside.changes(query.get("b", ""))
            case [policy, name] if name in self._lists().get(policy, ()):
                with self._turn:
                    bounds = {"limit": str(_FILE_ROWS), **query}
                    found = listed(self._book, policy, name, bounds)
                if found.n_rows > found.rows.num_rows and "limit" not in query:
                    raise too_many(found.n_rows, _FILE_ROWS)
                return found.rows
            case _:
                raise no_page("list", "/".join(parts), list(LISTS))

    def _lists(self) -> dict[str, list[str]]:
        """Return the lists of each policy."""
        return {
            policy: [one["name"] for one in each["lists"]]
            for policy, each in self._overviews.items()
        }

    def _story(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return what explain tells; what it does not know is not there."""
        is_fix(kind, query)
        try:
            return self._stories.tell(policy, kind, name, query)
        except UsageError as error:
            raise NotThere(error.message, hint=error.hint, items=error.items) from error

    def _list(self, policy: str, name: str, query: Mapping[str, str]) -> dict[str, Any]:
        """Return rows of a list, or how many have which value of a column."""
        start = {"schema_version": SCHEMA_VERSION, "policy": policy, "list": name}
        if "group" in query:
            with self._turn:
                groups = grouped(self._book, policy, name, query)
            return {**start, "kind": "list.groups", "groups": groups}
        limit = query.get("limit", "")
        if limit.isdecimal() and int(limit) > _JSON_ROWS:
            raise too_many(int(limit), _JSON_ROWS)
        with self._turn:
            found = listed(self._book, policy, name, query)
        return {
            **start,
            "kind": "list",
            **head(found.kind, found.columns),
            "n_rows": found.n_rows,
            "n_all": found.n_all,
            "rows": _told(name, found),
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


def _told(name: str, found: Listed) -> list[dict[str, Any]]:
    """Return the rows of a list, rules with their text."""
    rows = found.rows.to_pylist()
    if name == "rules":
        return [{**row, "text": rule_text(str(row["file"]))} for row in rows]
    return rows
