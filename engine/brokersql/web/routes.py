"""The URLs of a run: which exist, and their HTML, JSON, CSV and Parquet responses.

Every page has a command that prints the same in a terminal.
"""

from __future__ import annotations

import shlex
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote

import pyarrow as pa

from brokersql.core.errors import BrokersqlError, EngineError, UsageError, suggest
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.render.formats import (
    table_rows,
    unique_names,
)
from brokersql.render.text import plural, printable
from brokersql.web.lists import LISTS, check_filters, grouped, list_header, list_page
from brokersql.web.overview import identity, overview
from brokersql.web.pages import on_server, render_page
from brokersql.web.query_page import SHOWN_ROWS, query_examples, query_schema
from brokersql.web.report import page_data, report_document
from brokersql.web.responses import (
    REPRESENTATION_TYPES,
    Gone,
    NotFound,
    Response,
    error_response,
    html_response,
    json_response,
    not_found,
    status_of,
    table_response,
    too_many,
    whole_number,
)
from brokersql.web.run_reader import RunReader, rule_text
from brokersql.web.search import search_document
from brokersql.web.stories import (
    FIXABLE,
    STORY_KINDS,
    ComparableRuns,
    Stories,
    card_of,
    rule_document,
    wants_fix,
)

#: What a page of the server may load and send besides what it holds: rows, a search.
SERVED = "connect-src 'self'; form-action 'self'"
#: Pages about the same things: a nucleus is the queue of its policy.
_SAME = {"nucleus": "queue"}
#: Most names that an error lists.
_MOST_NAMES = 5
#: Most rows of one answer, in JSON and in files.
_JSON_ROWS, _FILE_ROWS = 100_000, 1_000_000
#: Rows of a page of a query by hand.
_SQL_ROWS = 1_000
#: Answers to queries that are kept for the scripts of their pages.
_ANSWERS_KEPT = 2


@dataclass(frozen=True, slots=True)
class _Place:
    """What a URL asks for, without its suffix and without the key."""

    parts: tuple[str, ...]
    query: Mapping[str, str]

    @property
    def policy(self) -> str:
        """Return the first part of the path."""
        return self.parts[0]

    @property
    def kind(self) -> str:
        """Return the second part of the path: a list, or what a story is about."""
        return self.parts[1]

    @property
    def subject(self) -> str:
        """Return what a story is about, by the path or, as of old, by the query.

        Raises:
            NotFound: the address does not say it.
        """
        asked = (self.query.get(key) for key in ("name", "id"))
        if named := next(filter(None, (*self.parts[2:], *asked)), None):
            return named
        raise NotFound(
            f"the address names no {self.kind}",
            hint=f"/{self.policy}/{self.kind}/NAME",
        )


def _place(path: str, query: Mapping[str, str]) -> tuple[_Place, str]:
    """Return what a URL asks for, and its suffix."""
    suffix = next((it for it in REPRESENTATION_TYPES if it and path.endswith(it)), "")
    stem = path.removesuffix(suffix)
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
        self.folder = str(reader.run.folder)
        self.key = key
        self.comparable = comparable or ComparableRuns(reader.run.folder)
        self.overviews = {
            each["policy"]: overview(reader, each["policy"]) for each in reader.policies
        }
        self.lists = {
            policy: [one["name"] for one in each["lists"]]
            for policy, each in self.overviews.items()
        }
        self.stories = Stories(reader)
        self.reading = threading.Lock()
        self._ask = ask
        #: What pages of queries were answered, until their script asks for the rows.
        self._answered: OrderedDict[str, pa.Table | BrokersqlError] = OrderedDict()
        self._noting = threading.Lock()
        self._newer = newer
        self._data = page_data(reader, list(self.overviews.values()))

    def answer(self, path: str, query: Mapping[str, str]) -> Response:
        """Return the page, or the file, that a path and a query ask for."""
        place, suffix = _place(path, query)
        newer = self._newer()
        try:
            if newer is not None and newer.is_here:
                self._check_kept(place.parts)
            place = self._with_policy(place)
            route = self._route(place.parts)
            if suffix in (".csv", ".parquet"):
                if route is None or route.rows is None:
                    raise not_found("list", "/".join(place.parts), list(LISTS))
                rows, by_hand = route.rows(self, place), len(place.parts) == 1
                return table_response(rows, suffix, refuses_nested=by_hand)
            if suffix:
                if route is None or route.document is None:
                    raise self._no_page(place)
                return json_response(200, route.document(self, place))
            if route is None or not route.is_page:
                raise self._no_page(place)
            route.check(self, place)
            return html_response(200, self._page(place, newer, route))
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
        route = self._route(place.parts)
        kept = route if route is not None and route.is_kept(self) else None
        return html_response(
            status_of(error), self._page(place, self._newer(), kept, error)
        )

    def query(self, place: _Place) -> pa.Table:
        """Return the rows of a query by hand, asked where nothing else can be read.

        Raises:
            NotFound: there are no queries by hand.
            UsageError: the query is faulty, or breaks a limit.
        """
        ask, text = self._asker(), place.query.get("q", "")
        with self._noting:
            found = self._answered.pop(text, None)
        if isinstance(found, BrokersqlError):
            raise found
        return ask(text) if found is None else found

    def check_query(self, place: _Place) -> None:
        """Ask the query of a page, if it has one, and keep the answer for its script.

        Raises:
            NotFound: there are no queries by hand.
            UsageError: the query is faulty, or breaks a limit.
        """
        ask, text = self._asker(), place.query.get("q", "")
        if not text.strip():
            return
        try:
            found = ask(text)
        except EngineError:
            raise
        except BrokersqlError as error:
            found = error
        with self._noting:
            self._answered[text] = found
            while len(self._answered) > _ANSWERS_KEPT:
                self._answered.popitem(last=False)
        if isinstance(found, BrokersqlError):
            raise found

    def _asker(self) -> Callable[[str], pa.Table]:
        """Return what answers queries by hand.

        Raises:
            NotFound: there are none.
        """
        if self._ask is None:
            raise not_found("page", "sql", list(self.overviews))
        return self._ask

    def _asking(self, place: _Place) -> dict[str, Any]:
        """Return what the page of queries shows: tables, examples, and an answer."""
        text = place.query.get("q", "")
        with self._noting:
            found = self._answered.get(text)
        shown = {**self._offered, "q": text, "columns": (), "rows": (), "n_rows": 0}
        if isinstance(found, pa.Table):
            rows = [*table_rows(found.slice(0, SHOWN_ROWS))]
            names = found.column_names
            shown |= {"columns": names, "rows": rows, "n_rows": found.num_rows}
        return shown

    @cached_property
    def _offered(self) -> dict[str, Any]:
        run = self.reader.run
        return {"schema": query_schema(run), "examples": query_examples(run)}

    @property
    def asks(self) -> bool:
        """Return whether queries by hand are answered."""
        return self._ask is not None

    def _with_policy(self, place: _Place) -> _Place:
        """Return the place of a subject that is named without a policy: /queue/NAME.

        Raises:
            NotFound: no policy of the run has it.
        """
        if len(place.parts) != 2 or place.policy not in STORY_KINDS:
            return place
        kind, name = place.parts
        if self._route(place.parts) is not None:
            return place
        with self.reading:
            policies = self.policies_knowing(self.overviews, kind, name)
        policies.sort(key=lambda each: self.overviews[each]["noun"] != kind)
        return _Place((policies[0], kind, name), place.query)

    def policies_knowing(
        self, policies: Collection[str], kind: str, name: str
    ) -> list[str]:
        """Return which of these policies have pages about a subject.

        Raises:
            NotFound: none has.
        """
        same = _SAME.get(kind, kind)
        known = {
            policy: {
                str(row["name"]): str(row["stands_for"])
                for row in self.reader.rows("subject_names", (policy, same))
            }
            for policy in policies
        }
        if found := [policy for policy in policies if name in known[policy]]:
            return found
        of_kind = [it for it in policies if self.overviews[it]["noun"] == kind]
        own = [known[policy] for policy in of_kind or policies]
        names = sorted({each for names in own for each in names})
        subjects = sorted({each for names in own for each in names.values()})
        listed = ", ".join(map(printable, subjects[:_MOST_NAMES]))
        more = " …" if len(subjects) > _MOST_NAMES else ""
        where = next(iter(policies)) if len(policies) == 1 else "this run"
        raise NotFound(
            f"no {kind} {printable(name)} in {where} ({plural(len(subjects), kind)})",
            hint=suggest(name, names) or (f"there are {listed}{more}" if names else ""),
        )

    def _route(self, parts: Sequence[str]) -> Route | None:
        """Return the route of a path; None where it leads nowhere."""
        for route in ROUTES:
            wanted = [each for each in route.pattern.split("/") if each]
            if len(wanted) == len(parts) and all(
                part in self._known(each, parts)
                for each, part in zip(wanted, parts, strict=True)
            ):
                return route
        return None

    def _known(self, name: str, parts: Sequence[str]) -> Container[str]:
        """Return what may stand in a path for a part of a pattern."""
        match name:
            case "{policy}":
                return self.overviews
            case "{story}":
                return STORY_KINDS
            case "{list}":
                return self.lists[parts[0]]
            case _:
                return parts if name[:1] == "{" else (name,)

    def _no_page(self, place: _Place) -> NotFound:
        """Return the error about a path that leads nowhere."""
        policy, *rest = place.parts
        if policy not in self.lists:
            return not_found("policy", policy, list(self.lists))
        known = [*self.lists[policy], *STORY_KINDS, "heat"]
        return not_found("page", "/".join(rest), known)

    def _check_kept(self, parts: Sequence[str]) -> None:
        """Refuse what would be read from files that are of another run now.

        Raises:
            Gone: it is not in memory.
        """
        if len(parts) > 1 or (parts and parts[0] not in ("run", *self.overviews)):
            raise Gone(
                "another run was written into this folder",
                hint="the link at the top of the page opens it",
            )

    def _page(
        self,
        place: _Place,
        newer: NewerRun | None,
        route: Route | None,
        fault: BrokersqlError | None = None,
    ) -> str:
        """Return the page of a place: an overview, or the shell of a list or view."""
        first = next(iter(self.overviews), "run")
        name, *rest = place.parts or (first,)
        is_overview = name in self.overviews and not rest and fault is None
        asks = self.asks
        words = route and route.command(self, place)
        data = {"mode": "server", "key": self.key, "asks": asks, **self._data}
        card = None
        if route is not None and route.has_card and fault is None:
            card = self._card(place)
            data["place"] = {
                "policy": place.policy,
                "kind": place.kind,
                "id": place.subject,
                "query": {**place.query, "name": place.subject, "id": place.subject},
            }
        return render_page(
            on_server(self.key),
            data,
            more=SERVED,
            form={"key": self.key},
            identity=identity(self.reader),
            policies=list(self.overviews),
            tabs=["run", "diff", *(["sql"] if asks else [])],
            has_all=True,
            newer=newer and {"run": newer, "href": on_server(newer.key)("/", {})},
            overviews=[self.overviews[name]] if is_overview else [],
            record=self.reader.record if name == "run" and fault is None else None,
            asking=self._asking(place) if name == "sql" and asks else None,
            card=card,
            found=_search(self, place) if route and route.has_search else None,
            fault=None if fault is None else fault.lines(),
            is_kept=route is not None,
            ending="The server reads the run and changes nothing; Ctrl-C in its "
            "terminal stops it.",
            command=words and shlex.join(["brokersql", *words]),
        )

    def _card(self, place: _Place) -> dict[str, Any]:
        """Return the answer about a subject; where there is none, why not."""
        try:
            story = _story(self, place)
        except EngineError:
            raise
        except BrokersqlError as error:
            story = {"fault": error.lines()}
        policy, kind, lists = place.policy, place.kind, self.lists[place.policy]
        criteria = {str(row["name"]) for row in self._criteria(policy)}
        name = place.subject
        return card_of(policy, kind, name, place.query, lists, criteria, story)

    def _criteria(self, policy: str) -> list[dict[str, Any]]:
        with self.reading:
            return self.reader.rows("subject_names", (policy, "criterion"))


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of URL and how it is answered.

    `command` returns the words that print the same in a terminal, `document` the JSON,
    `rows` what CSV and Parquet hold, where there are any; `check` refuses a page that
    is not there, `is_kept` returns whether a page stays where there is an error, for
    its script to show it, `has_card` whether it begins with an answer, and
    `has_search` whether it lists names. All raise `NotFound` where nothing has the
    name, and `UsageError` where it is asked for in a wrong way.
    """

    pattern: str
    command: Callable[[Site, _Place], list[str]]
    document: Callable[[Site, _Place], dict[str, Any]] | None = None
    rows: Callable[[Site, _Place], pa.Table] | None = None
    check: Callable[[Site, _Place], object] = lambda _site, _place: None
    is_page: bool = True
    is_kept: Callable[[Site], bool] = lambda _site: False
    has_card: bool = False
    has_search: bool = False


def _report_command(site: Site, place: _Place) -> list[str]:
    return ["report", site.folder, "--format", "json"]


def _search_command(site: Site, place: _Place) -> list[str]:
    words = place.query.get("q", "").strip()
    return ["explain", site.folder, words] if words else _report_command(site, place)


def _search(site: Site, place: _Place) -> dict[str, Any]:
    """Return what a name stands for, and what has it in its name."""
    with site.reading:
        return search_document(site.reader, place.query.get("q", ""))


def _report(site: Site, place: _Place) -> dict[str, Any]:
    with site.reading:
        return report_document(site.reader)


def _no_map(site: Site, place: _Place) -> dict[str, Any]:
    """Refuse the JSON of a map: its groups are JSON of their own."""
    known = [f"{place.policy}/pairs.json?group=…"]
    raise not_found("JSON of a map", place.policy, known)


def _sql(site: Site, place: _Place) -> dict[str, Any]:
    """Return a page of the rows of a query by hand."""
    rows = site.query(place)
    page = place.query.get("page", "1")
    limit = _json_limit(place.query)
    limit = _SQL_ROWS if limit is None else limit
    start = (max(whole_number("page=", page), 1) - 1) * limit
    shown = rows.slice(min(start, rows.num_rows), limit)
    names = unique_names(rows)
    types = zip(names, rows.schema.types, strict=True)
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "sql",
        "columns": [{"name": name, "type": str(type_)} for name, type_ in types],
        "n_rows": rows.num_rows,
        "rows": [dict(zip(names, row, strict=True)) for row in table_rows(shown)],
    }


def _sql_rows(site: Site, place: _Place) -> pa.Table:
    rows = site.query(place)
    if rows.num_rows > _FILE_ROWS:
        raise too_many(rows.num_rows, _FILE_ROWS)
    return rows


def _json_limit(query: Mapping[str, str]) -> int | None:
    """Return how many rows are asked for as JSON, if a query says.

    Raises:
        TooMuch: these are more than one answer has.
    """
    text = query.get("limit", "")
    limit = whole_number("limit=", text) if text else None
    if limit is not None and limit > _JSON_ROWS:
        raise too_many(limit, _JSON_ROWS)
    return limit


def _diff_command(site: Site, place: _Place) -> list[str]:
    if not place.query.get("b"):
        return _report_command(site, place)
    return ["diff", site.folder, str(site.comparable.folder(place.query["b"]))]


def _rule_command(site: Site, place: _Place) -> list[str]:
    _, policy, rule = place.parts
    recorded = site.reader.run.policy(policy)
    command = ["policy", "show", f"{policy}/{rule}", "--profile", recorded.profile]
    for name, value in recorded.settings.items():
        command += ["--set", f"{name}={value}"]
    return command


def _rule(site: Site, place: _Place) -> dict[str, Any]:
    _, policy, rule = place.parts
    with site.reading:
        return rule_document(site.reader, policy, rule)


def _story_command(site: Site, place: _Place) -> list[str]:
    kind, name = place.kind, place.subject
    asked = [f"--{kind}={name}"] if name[:1] == "-" else [f"--{kind}", name]
    for part in ("chunk", "queue"):
        if kind == "task" and place.query.get(part):
            asked += [f"--{part}", place.query[part]]
    if kind in FIXABLE and "fix" not in place.query:
        asked.append("--no-changes")
    return ["explain", site.folder, "--policy", place.policy, *asked]


def _check_story(site: Site, place: _Place) -> None:
    wants_fix(place.kind, place.query)
    policy, subject = (place.policy,), place.subject
    with site.reading:
        site.policies_knowing(policy, place.kind, subject)
        if place.kind == "task":
            if place.query.get("queue"):
                site.policies_knowing(policy, "queue", place.query["queue"])
            if "chunk" in place.query:
                _check_chunk(site.reader, place.policy, subject, place.query["chunk"])


def _check_chunk(reader: RunReader, policy: str, task: str, chunk: str) -> None:
    """Refuse a page about a chunk that its task does not have.

    Raises:
        NotFound: that is so.
    """
    found = reader.rows("subject_chunks", (policy, int(task)))
    known = [str(row["chunk_no"]) for row in found]
    if chunk not in known:
        what = f"task {task} has no chunk {printable(chunk)}"
        raise NotFound(what, hint=f"it has {', '.join(known)}")


def _story(site: Site, place: _Place) -> dict[str, Any]:
    """Return what explain prints; an unknown name is not found."""
    wants_fix(place.kind, place.query)
    try:
        return site.stories.explain(
            place.policy, place.kind, place.subject, place.query
        )
    except UsageError as error:
        raise NotFound(error.message, hint=error.hint, items=error.items) from error


def _list(site: Site, place: _Place) -> dict[str, Any]:
    """Return rows of a list, or how many have which value of a column."""
    policy, name, query = place.policy, place.kind, place.query
    start = {"schema_version": SCHEMA_VERSION, "policy": policy, "list": name}
    if "group" in query:
        with site.reading:
            groups = grouped(site.reader, policy, name, query)
        return {**start, "kind": "list.groups", "groups": groups}
    _json_limit(query)
    with site.reading:
        found = list_page(site.reader, policy, name, query)
    rows = found.rows.to_pylist()
    if name == "rules":
        rows = [{**row, "text": rule_text(str(row["file"]))} for row in rows]
    return {
        **start,
        "kind": "list",
        **list_header(name, found.columns),
        "n_rows": found.n_rows,
        "n_all": found.n_all,
        "rows": rows,
    }


def _list_rows(site: Site, place: _Place) -> pa.Table:
    with site.reading:
        bounds = {"limit": str(_FILE_ROWS), **place.query}
        found = list_page(site.reader, place.policy, place.kind, bounds)
    if found.n_rows > found.rows.num_rows and "limit" not in place.query:
        raise too_many(found.n_rows, _FILE_ROWS)
    return found.rows


def _check_list(site: Site, place: _Place) -> None:
    with site.reading:
        check_filters(site.reader, place.policy, place.kind, place.query)


#: Every URL of a run; the first that fits answers. `{list}` is a list of the policy.
ROUTES = (
    Route("/", _report_command, _report),
    Route("/index", _report_command, _report, is_page=False),
    Route("/run", _report_command, lambda site, _: site.reader.record),
    Route("/search", _search_command, _search, has_search=True),
    Route(
        "/sql",
        lambda site, place: ["sql", site.folder, *filter(None, [place.query.get("q")])],
        _sql,
        _sql_rows,
        Site.check_query,
        is_kept=lambda site: site.asks,
    ),
    Route(
        "/diff",
        _diff_command,
        lambda site, place: site.comparable.document(place.query.get("b", "")),
        lambda site, place: site.comparable.changes(place.query.get("b", "")),
    ),
    Route("/policy/{name}/{rule}", _rule_command, _rule, check=_rule),
    Route("/{policy}", _report_command, lambda site, at: site.overviews[at.policy]),
    Route("/{policy}/heat", _report_command, _no_map),
    *(
        Route(path, _story_command, _story, check=_check_story, has_card=True)
        for path in ("/{policy}/{story}/{name}", "/{policy}/{story}")
    ),
    Route(
        "/{policy}/{list}",
        lambda site, place: ["sql", site.folder, f"from {LISTS[place.kind].table}"],
        _list,
        _list_rows,
        _check_list,
    ),
)
