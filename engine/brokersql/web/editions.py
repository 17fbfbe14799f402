"""The runs that one server shows: the first, and newer ones in its place or beside it.

A run never changes, so a newer one has a key of its own, and with it pages of its own.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any, cast

from brokersql.report.recorded import RECORD
from brokersql.web.beside import neighbours
from brokersql.web.site import Newer, Site

#: Newer runs that are kept open at once.
_OPEN = 3


@dataclass(slots=True)
class Opened:
    """The pages of a run, and what ends all that they use.

    A run that was left is closed by the last request that uses it.
    """

    site: Site
    close: Callable[[], None]
    n_requests: int = 0
    is_left: bool = False


class Editions:
    """All runs of a server by key; newer ones are opened when they are asked for.

    `open_run` makes the pages of the run in a folder, under a key. Requests may come in
    threads.
    """

    def __init__(self, open_run: Callable[[Path, str, Editions], Opened]) -> None:
        self._open_run = open_run
        self._places: dict[str, Path] = {}
        self._keys: dict[tuple[Path, str], str] = {}
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._first = ""
        self._noting = threading.Lock()
        self._opening = threading.Lock()

    def first(self, folder: Path) -> Site:
        """Return the pages of the run that the server is started for."""
        key = self._first = self._key(folder, "")
        self._opened[key] = self._open_run(folder, key, self)
        return self._opened[key].site

    def find(self, given: str) -> Site | None:
        """Return the pages that a key opens, None for a key that opens none."""
        with self._noting:
            known = list(self._places)
        same = [key for key in known if compare_digest(key.encode(), given.encode())]
        if not same:
            return None
        key = same[0]
        if (opened := self._opened.get(key)) is not None:
            return opened.site
        with self._opening:
            if key not in self._opened:
                self._opened[key] = self._open_run(self._places[key], key, self)
                self._close_oldest()
            return self._opened[key].site

    @contextmanager
    def using(self, given: str) -> Generator[Site | None]:
        """Keep the pages that a key opens, if it opens any, within a with block."""
        opened = self._take(given)
        try:
            yield opened and opened.site
        finally:
            if opened is not None:
                self._give_back(opened)

    def _take(self, given: str) -> Opened | None:
        while (site := self.find(given)) is not None:
            with self._noting:
                opened = self._opened.get(site.key)
                if opened is not None and opened.site is site:
                    opened.n_requests += 1
                    return opened
        return None

    def _give_back(self, opened: Opened) -> None:
        with self._noting:
            opened.n_requests -= 1
            is_over = opened.is_left and not opened.n_requests
        if is_over:
            opened.close()

    def forget(self, site: Site) -> None:
        """Open a run anew when it is asked for again."""
        with self._opening:
            opened = self._opened.get(site.key)
            if opened is not None and opened.site is site:
                self._leave(opened)

    def _leave(self, opened: Opened) -> None:
        """Close a run, as soon as no request uses it."""
        with self._noting:
            if opened.is_left:
                return
            opened.is_left = True
            del self._opened[opened.site.key]
            is_over = not opened.n_requests
        if is_over:
            opened.close()

    def newer(self, folder: Path, record: dict[str, Any]) -> Newer | None:
        """Return the newest run in place of one, or beside it, if there is any."""
        held = _read(folder)
        if held is not None and held != record:
            return self._offer(folder, held, is_here=True)
        later = [
            (when, place)
            for place in neighbours(folder).values()
            if (when := _written(place)) > _written(folder)
        ]
        for _, place in sorted(later, reverse=True):
            found = _read(place)
            if found is not None:
                return self._offer(place, found, is_here=False)
        return None

    def close(self) -> None:
        """End all that the open runs use."""
        while self._opened:
            self._opened.popitem()[1].close()

    def _close_oldest(self) -> None:
        """Close what is more than may be open, but never the run of the start."""
        later = [key for key in self._opened if key != self._first]
        for key in later[: max(0, len(later) - _OPEN)]:
            self._leave(self._opened[key])

    def _offer(self, place: Path, record: dict[str, Any], *, is_here: bool) -> Newer:
        told = json.dumps(record, sort_keys=True).encode()
        key = self._key(place, sha256(told).hexdigest())
        when = str(record.get("snapshot", {}).get("snapshot_time", ""))
        return Newer(place.resolve().name, when, key, is_here)

    def _key(self, place: Path, content: str) -> str:
        with self._noting:
            key = self._keys.setdefault((place, content), secrets.token_urlsafe(12))
            self._places[key] = place
            return key


def _read(folder: Path) -> dict[str, Any] | None:
    """Return the record of a run, None where it is damaged or being written."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return cast("dict[str, Any]", record) if isinstance(record, dict) else None


def _written(folder: Path) -> float:
    """Return when the record of a run was written; 0 where there is none."""
    try:
        return (folder / RECORD).stat().st_mtime
    except OSError:
        return 0.0
