"""Every page of a run as a URL with twins: path and query in, an answer out."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import pyarrow as pa

from brokersql.errors import BrokersqlError, EngineError
from brokersql.web.answers import (
    TYPES,
    Answer,
    Gone,
    csv_answer,
    html_answer,
    json_answer,
    parquet_answer,
    refusal,
    status_of,
)
from brokersql.web.beside import Beside
from brokersql.web.book import Book
from brokersql.web.links import on_server
from brokersql.web.overview import identity, overview
from brokersql.web.pages import dress, render, script_json
from brokersql.web.places import command
from brokersql.web.report import page_data
from brokersql.web.twins import Twins

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
class Newer:
    """A run that came after another one, in its folder or beside it; `key` opens it."""

    name: str
    snapshot_time: str
    key: str
    is_here: bool


class Site:
    """The pages of a run; `key` stands in every link. Requests may come in threads.

    `ask` answers queries by hand; without it there is no page for them. `beside` are
    the runs that this one can be compared with; those of its folder unless said.
    `newer` tells of a newer run, which the pages then offer.
    """

    def __init__(
        self,
        book: Book,
        key: str,
        ask: Callable[[str], pa.Table] | None = None,
        beside: Beside | None = None,
        newer: Callable[[], Newer | None] = lambda: None,
    ) -> None:
        self.book = book
        self.key = key
        self._asks = ask is not None
        self._newer = newer
        self._beside = beside or Beside(book.run.folder)
        self._overviews = {
            each["policy"]: overview(book, each["policy"]) for each in book.policies
        }
        self._data = page_data(book, list(self._overviews.values()))
        self._twins = Twins(book, self._overviews, ask, self._beside)

    def answer(self, path: str, query: Mapping[str, str]) -> Answer:
        """Return the page, or its twin, that a path and a query ask for."""
        place, suffix = _place(path, query)
        parts, wanted = place.parts, place.query
        newer = self._newer()
        try:
            if newer is not None and newer.is_here:
                self._check_kept(parts)
            match suffix:
                case ".csv":
                    return csv_answer(self._twins.csv(parts, wanted))
                case ".parquet":
                    return parquet_answer(self._twins.rows(parts, wanted))
                case ".json":
                    return json_answer(200, self._twins.document(parts, wanted))
                case _:
                    self._twins.check(parts, wanted)
                    return html_answer(200, self._page(place, newer))
        except EngineError:
            raise
        except BrokersqlError as error:
            return self.refused(path, query, error)

    def refused(
        self, path: str, query: Mapping[str, str], error: BrokersqlError
    ) -> Answer:
        """Return an error as a page, or as an object where a twin is asked for."""
        place, suffix = _place(path, query)
        if suffix:
            return refusal(status_of(error), error)
        return html_answer(status_of(error), self._page(place, self._newer(), error))

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
        self, place: _Place, newer: Newer | None, fault: BrokersqlError | None = None
    ) -> str:
        """Return the page of a place: an overview, or the shell of a list or view."""
        first = next(iter(self._overviews), "run")
        name, *rest = place.parts or (first,)
        is_overview = name in self._overviews and not rest and fault is None
        page = {"mode": "server", "key": self.key, "asks": self._asks, **self._data}
        return render(
            "page.html",
            on_server(self.key),
            identity=identity(self.book),
            policies=list(self._overviews),
            tabs=self._tabs(),
            has_all=True,
            newer=newer and {"run": newer, "href": on_server(newer.key)("/", {})},
            overviews=[self._overviews[name]] if is_overview else [],
            record=self.book.record if name == "run" and fault is None else None,
            history=None,
            fault=None if fault is None else fault.lines(),
            page=script_json(page),
            blobs=[],
            ending=_ENDING,
            command=None if fault is not None else self._command(place),
            **dress("connect-src 'self'"),
        )

    def _tabs(self) -> Sequence[str]:
        return ["run", "diff", *(["sql"] if self._asks else [])]

    def _command(self, place: _Place) -> str:
        """Return what tells in a terminal what a place shows."""
        run = str(self.book.run.folder)
        more: list[str] = []
        match place.parts:
            case ("diff",) if place.query.get("b"):
                more = [str(self._beside.folder(place.query["b"]))]
            case ("policy", policy, _):
                recorded = self.book.run.policy(policy)
                more = ["--profile", recorded.profile]
                for name, value in recorded.settings.items():
                    more += ["--set", f"{name}={value}"]
            case _:
                pass
        return shlex.join(command(run, place.parts, place.query, more))


def _suffix(path: str) -> tuple[str, str]:
    for suffix in TYPES:
        if path.endswith(suffix):
            return path.removesuffix(suffix), suffix
    return path, ""
