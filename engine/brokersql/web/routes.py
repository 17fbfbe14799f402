"""The URLs of a run: which exist, and their HTML, JSON, CSV and Parquet responses.

Every page has a command that prints the same in a terminal.
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import pyarrow as pa

from brokersql.core.errors import BrokersqlError, EngineError, UsageError, suggest
from brokersql.render.documents import SCHEMA_VERSION, csv_lines
from brokersql.render.formats import text_lines
from brokersql.render.table import Display
from brokersql.render.text import plural, printable
from brokersql.web.lists import (
    LISTS,
    ListPage,
    check_filters,
    grouped,
    list_header,
    list_page,
)
from brokersql.web.overview import identity, overview
from brokersql.web.pages import on_server, page_frame, render, script_json
from brokersql.web.report import page_data, report_document
from brokersql.web.responses import (
    REPRESENTATION_TYPES,
    Gone,
    NotFound,
    Response,
    csv_response,
    error_response,
    html_response,
    json_response,
    not_found,
    parquet_response,
    status_of,
    too_many,
)
from brokersql.web.run_reader import RunReader, rule_text
from brokersql.web.stories import (
    FIXABLE,
    STORY_KINDS,
    ComparableRuns,
    Stories,
    rule_document,
    story_subject,
    wants_fix,
)

#: Pages that the script draws, besides those of lists.
_VIEWS = (*STORY_KINDS, "heat")
#: Pages about the same things: a nucleus is the queue of its policy.
_SAME = {"nucleus": "queue"}
#: Most names that an error lists.
_MOST_NAMES = 5


def check_place(
    reader: RunReader,
    lists: Mapping[str, Sequence[str]],
    parts: Sequence[str],
    query: Mapping[str, str],
) -> None:
    """Refuse a path that leads nowhere, and a filter that names nothing.

    `lists` are those of each policy.

    Raises:
        NotFound: no such policy, list or view, or nothing of that name.
        UsageError: a filter or an order names no column, or nothing can be helped.
    """
    policy, *rest = parts
    if policy not in lists:
        raise not_found("policy", policy, list(lists))
    known = [*lists[policy], *_VIEWS]
    if not rest:
        return
    kind = rest[0]
    if kind not in known or len(rest) > 1 + (kind == "task"):
        raise not_found("page", "/".join(rest), known)
    if kind in STORY_KINDS:
        wants_fix(kind, query)
        _check_subject(reader, policy, kind, story_subject(kind, rest[1:], query))
        if query.get("queue"):
            _check_subject(reader, policy, "queue", query["queue"])
    elif kind in LISTS:
        check_filters(reader, policy, kind, query)


def _check_subject(reader: RunReader, policy: str, kind: str, name: str) -> None:
    same = _SAME.get(kind, kind)
    known = {row["name"] for row in reader.rows("subject_names", (policy, same))}
    if name not in known and name.partition("/")[0] not in known:
        counted = plural(len(known), same)
        raise NotFound(
            f"no {kind} {printable(name)} in {policy} ({counted})",
            hint=suggest(name, map(str, known)) or _some_names(map(str, known)),
        )


def _some_names(known: Iterable[str]) -> str:
    """Return the first of the names that there are."""
    names = sorted(known)
    listed = ", ".join(map(printable, names[:_MOST_NAMES]))
    return (
        f"there are {listed}{' …' if len(names) > _MOST_NAMES else ''}" if names else ""
    )


def command(
    run: str, parts: Sequence[str], query: Mapping[str, str], more: Sequence[str] = ()
) -> list[str]:
    """Return the command that prints in a terminal what a page shows.

    `more` ends it: the folder of a run to compare with, or how a policy was set.

    >>> command("out", ["panda_job", "task", "7"], {"queue": "A/B"})[2:]
    ['out', '--policy', 'panda_job', '--task', '7', '--queue', 'A/B', '--no-changes']
    >>> command("out", ["panda_job", "criterion"], {"name": "-disk"})[-1]
    '--criterion=-disk'
    >>> command("out", ["sql"], {})
    ['brokersql', 'sql', 'out']
    >>> command("out", ["panda_job", "tasks"], {})
    ['brokersql', 'sql', 'out', 'from result']
    """
    match parts:
        case ["sql"]:
            words = ["sql", run, *filter(None, [query.get("q")])]
        case ["diff"] if more:
            words = ["diff", run, *more]
        case ["policy", policy, rule]:
            words = ["policy", "show", f"{policy}/{rule}", *more]
        case [policy, kind, *rest] if kind in STORY_KINDS:
            name = story_subject(kind, rest, query)
            asked = [f"--{kind}={name}"] if name[:1] == "-" else [f"--{kind}", name]
            for part in ("chunk", "queue"):
                if kind == "task" and query.get(part):
                    asked += [f"--{part}", query[part]]
            if kind in FIXABLE and "fix" not in query:
                asked.append("--no-changes")
            words = ["explain", run, "--policy", policy, *asked]
        case [_, name] if name in LISTS:
            words = ["sql", run, f"from {LISTS[name].table}"]
        case _:
            words = ["report", run, "--format", "json"]
    return ["brokersql", *words]


#: Most rows of one answer, in JSON and in files.
_JSON_ROWS, _FILE_ROWS = 100_000, 1_000_000
#: Rows of a page of a query by hand.
_SQL_ROWS = 1_000


class Representations:
    """The JSON, CSV and Parquet of a run's pages; requests may come in threads.

    `ask` answers queries by hand; without it there are none.
    """

    def __init__(
        self,
        reader: RunReader,
        overviews: Mapping[str, dict[str, Any]],
        ask: Callable[[str], pa.Table] | None,
        comparable: ComparableRuns,
    ) -> None:
        self._reader = reader
        self._overviews = overviews
        self._ask = ask
        self._comparable = comparable
        self._stories = Stories(reader)
        self._asking = threading.Lock()
        self._reading = threading.Lock()

    def check(self, parts: Sequence[str], query: Mapping[str, str]) -> None:
        """Refuse a place that is not there.

        Raises:
            NotFound: a path that leads nowhere, or the name of nothing.
            UsageError: a filter that names no column.
        """
        match parts:
            case [] | ["run"] | ["search"]:
                return
            case ["sql"]:
                if self._ask is None:
                    raise not_found("page", "sql", list(self._overviews))
            case ["diff"]:
                if query.get("b"):
                    self._comparable.folder(query["b"])
            case ["policy", policy, rule]:
                with self._reading:
                    rule_document(self._reader, policy, rule)
            case _:
                with self._reading:
                    check_place(self._reader, self._lists(), parts, query)

    def document(
        self, parts: Sequence[str], query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return a page as a JSON object.

        Raises:
            UsageError: there is no such page, or it is asked for in a wrong way.
        """
        match parts:
            case [] | ["index"]:
                with self._reading:
                    return report_document(self._reader)
            case ["run"]:
                return self._reader.record
            case ["sql"]:
                return self._answered(query)
            case ["diff"]:
                return self._comparable.document(query.get("b", ""))
            case ["policy", policy, rule]:
                with self._reading:
                    return rule_document(self._reader, policy, rule)
            case [policy] if policy in self._overviews:
                return self._overviews[policy]
            case [policy, "heat"]:
                raise not_found(
                    "JSON of a map", policy, [f"{policy}/pairs.json?group=…"]
                )
            case [policy, kind, *rest] if (
                policy in self._overviews and kind in STORY_KINDS
            ):
                return self._story(
                    policy, kind, story_subject(kind, rest, query), query
                )
            case [policy, name] if name in self._lists().get(policy, ()):
                return self._list(policy, name, query)
            case _:
                with self._reading:
                    check_place(self._reader, self._lists(), parts, {})
                raise not_found("page", "/".join(parts), [])

    def csv(self, parts: Sequence[str], query: Mapping[str, str]) -> Iterable[str]:
        """Return the rows behind a page as lines of CSV.

        Raises:
            UsageError: there are none, or too many.
        """
        if list(parts) in (["sql"], ["diff"]):
            return text_lines(self.rows(parts, query), "csv", Display(), parts[0])
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
                return self._comparable.changes(query.get("b", ""))
            case [policy, name] if name in self._lists().get(policy, ()):
                with self._reading:
                    bounds = {"limit": str(_FILE_ROWS), **query}
                    found = list_page(self._reader, policy, name, bounds)
                if found.n_rows > found.rows.num_rows and "limit" not in query:
                    raise too_many(found.n_rows, _FILE_ROWS)
                return found.rows
            case _:
                raise not_found("list", "/".join(parts), list(LISTS))

    def _lists(self) -> dict[str, list[str]]:
        """Return the lists of each policy."""
        return {
            policy: [one["name"] for one in each["lists"]]
            for policy, each in self._overviews.items()
        }

    def _story(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return what explain prints; an unknown name is not found."""
        wants_fix(kind, query)
        try:
            return self._stories.explain(policy, kind, name, query)
        except UsageError as error:
            raise NotFound(error.message, hint=error.hint, items=error.items) from error

    def _list(self, policy: str, name: str, query: Mapping[str, str]) -> dict[str, Any]:
        """Return rows of a list, or how many have which value of a column."""
        start = {"schema_version": SCHEMA_VERSION, "policy": policy, "list": name}
        if "group" in query:
            with self._reading:
                groups = grouped(self._reader, policy, name, query)
            return {**start, "kind": "list.groups", "groups": groups}
        limit = query.get("limit", "")
        if limit.isdecimal() and int(limit) > _JSON_ROWS:
            raise too_many(int(limit), _JSON_ROWS)
        with self._reading:
            found = list_page(self._reader, policy, name, query)
        return {
            **start,
            "kind": "list",
            **list_header(found.kind, found.columns),
            "n_rows": found.n_rows,
            "n_all": found.n_all,
            "rows": _list_rows(name, found),
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
            raise not_found("page", "sql", list(self._overviews))
        with self._asking:
            return self._ask(query.get("q", ""))


def _list_rows(name: str, found: ListPage) -> list[dict[str, Any]]:
    """Return the rows of a list, rules with their text."""
    rows = found.rows.to_pylist()
    if name == "rules":
        return [{**row, "text": rule_text(str(row["file"]))} for row in rows]
    return rows


_ENDING = (
    "The server reads the run and changes nothing; Ctrl-C in its terminal stops it."
)


@dataclass(frozen=True, slots=True)
class _Place:
    """What a URL asks for, without its suffix and without the key."""

    parts: tuple[str, ...]
    query: Mapping[str, str]


def _place(path: str, query: Mapping[str, str]) -> tuple[_Place, str]:
    """Return what a URL asks for, and its suffix."""
    stem, suffix = _suffix(path)
    parts = tuple(unquote(part) for part in stem.split("/") if part)
    wanted = {name: text for name, text in query.items() if name != "key"}
    return _Place(parts, wanted), suffix


@dataclass(frozen=True, slots=True)
class NewerRun:
    """A run written after another one, in its folder or next to it; `key` opens it."""

    name: str
    snapshot_time: str
    key: str
    is_here: bool


class Site:
    """The pages of a run; `key` stands in every link. Requests may come in threads.

    `ask` answers queries by hand; without it there is no page for them.
    `comparable` are the runs that this one can be compared with; by default those of
    its folder. `newer` returns a newer run, which the pages then offer.
    """

    def __init__(
        self,
        reader: RunReader,
        key: str,
        ask: Callable[[str], pa.Table] | None = None,
        comparable: ComparableRuns | None = None,
        newer: Callable[[], NewerRun | None] = lambda: None,
    ) -> None:
        self.reader = reader
        self.key = key
        self._asks = ask is not None
        self._newer = newer
        self._comparable = comparable or ComparableRuns(reader.run.folder)
        self._overviews = {
            each["policy"]: overview(reader, each["policy"]) for each in reader.policies
        }
        self._data = page_data(reader, list(self._overviews.values()))
        self._representations = Representations(
            reader, self._overviews, ask, self._comparable
        )

    def answer(self, path: str, query: Mapping[str, str]) -> Response:
        """Return the page, or the file, that a path and a query ask for."""
        place, suffix = _place(path, query)
        parts, wanted = place.parts, place.query
        newer = self._newer()
        try:
            if newer is not None and newer.is_here:
                self._check_kept(parts)
            match suffix:
                case ".csv":
                    return csv_response(self._representations.csv(parts, wanted))
                case ".parquet":
                    return parquet_response(self._representations.rows(parts, wanted))
                case ".json":
                    return json_response(
                        200, self._representations.document(parts, wanted)
                    )
                case _:
                    self._representations.check(parts, wanted)
                    return html_response(200, self._page(place, newer))
        except EngineError:
            raise
        except BrokersqlError as error:
            return self.refused(path, query, error)

    def refused(
        self, path: str, query: Mapping[str, str], error: BrokersqlError
    ) -> Response:
        """Return an error as a page, or as an object where a file is asked for."""
        place, suffix = _place(path, query)
        if suffix:
            return error_response(status_of(error), error)
        return html_response(status_of(error), self._page(place, self._newer(), error))

    def _check_kept(self, parts: Sequence[str]) -> None:
        """Refuse what would be read from files that are of another run now.

        Raises:
            Gone: it is not in memory.
        """
        if len(parts) > 1 or (parts and parts[0] not in ("run", *self._overviews)):
            raise Gone(
                "another run was written into this folder",
                hint="the link at the top of the page opens it",
            )

    def _page(
        self, place: _Place, newer: NewerRun | None, fault: BrokersqlError | None = None
    ) -> str:
        """Return the page of a place: an overview, or the shell of a list or view."""
        first = next(iter(self._overviews), "run")
        name, *rest = place.parts or (first,)
        is_overview = name in self._overviews and not rest and fault is None
        page = {"mode": "server", "key": self.key, "asks": self._asks, **self._data}
        return render(
            "page.html",
            on_server(self.key),
            identity=identity(self.reader),
            policies=list(self._overviews),
            tabs=self._tabs(),
            has_all=True,
            newer=newer and {"run": newer, "href": on_server(newer.key)("/", {})},
            overviews=[self._overviews[name]] if is_overview else [],
            record=self.reader.record if name == "run" and fault is None else None,
            history=None,
            fault=None if fault is None else fault.lines(),
            page=script_json(page),
            blobs=[],
            ending=_ENDING,
            command=None if fault is not None else self._command(place),
            **page_frame("connect-src 'self'"),
        )

    def _tabs(self) -> Sequence[str]:
        return ["run", "diff", *(["sql"] if self._asks else [])]

    def _command(self, place: _Place) -> str:
        """Return the command that prints the same in a terminal."""
        run = str(self.reader.run.folder)
        more: list[str] = []
        match place.parts:
            case ("diff",) if place.query.get("b"):
                more = [str(self._comparable.folder(place.query["b"]))]
            case ("policy", policy, _):
                recorded = self.reader.run.policy(policy)
                more = ["--profile", recorded.profile]
                for name, value in recorded.settings.items():
                    more += ["--set", f"{name}={value}"]
            case _:
                pass
        return shlex.join(command(run, place.parts, place.query, more))


def _suffix(path: str) -> tuple[str, str]:
    for suffix in REPRESENTATION_TYPES:
        if path.endswith(suffix):
            return path.removesuffix(suffix), suffix
    return path, ""
