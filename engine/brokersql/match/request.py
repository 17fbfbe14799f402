"""A request for matches: what waits, what it became, and how it is asked again."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, cast

from brokersql.errors import BrokersqlError
from brokersql.match.documents import Document
from brokersql.match.matcher import MATCH
from brokersql.match.record import Json, Stored

#: One row of `match`, by column name.
Row = Mapping[str, object]

#: In the note of a record of matches: [key, number of rows] of each request.
_KEYS = "keys"


class Refusal(BrokersqlError):
    """A request was not decided; `retry_after_s` says when to ask again."""

    exit_code = 6
    status: ClassVar[int] = 503

    def __init__(self, message: str, *, retry_after_s: int = 1) -> None:
        super().__init__(message, hint=f"ask again in {retry_after_s} s")
        self.retry_after_s = retry_after_s


class TooLate(Refusal):
    """A request waited longer than it would, and was withdrawn."""

    status = 504


@dataclass(slots=True, eq=False)
class Request:
    """Pilots that are decided together, and the thread that waits for their rows.

    Attributes:
        pilots: typed rows of `dirac_pilot`; empty for an answer read from the ledger.
        key: names the request, so that it can be repeated.
        arrival_time: when it came, in UTC.
    """

    pilots: Sequence[Document]
    key: str | None
    arrival_time: datetime | None = None
    is_done: threading.Event = field(default_factory=threading.Event)
    rows: Sequence[Row] = ()
    error: BaseException | None = None

    def arrived(self) -> Iterator[Document]:
        """Yield the pilots; one that does not say when it came, came just then."""
        for pilot in self.pilots:
            yield {"arrival_time": self.arrival_time, **pilot}

    def answer(self) -> Sequence[Row]:
        """Return the rows, or raise what stood in their way."""
        if self.error is not None:
            raise self.error
        return self.rows


def note(batch: Sequence[Request]) -> dict[str, Json]:
    """Return what the record of a batch says of its requests: their keys."""
    keys: list[Json] = [[each.key, len(each.pilots)] for each in batch]
    return {_KEYS: keys} if any(each.key for each in batch) else {}


def answered(records: Iterable[Stored]) -> Iterator[Request]:
    """Yield the requests with a key that records of matches have answered."""
    for stored in records:
        if _KEYS in stored.note:
            columns = stored.table("match").to_pydict()
            rows: list[Row] = [
                dict(zip(MATCH.names, values, strict=True))
                for values in zip(*(columns[name] for name in MATCH.names), strict=True)
            ]
            for key, n_rows in cast("list[tuple[str | None, int]]", stored.note[_KEYS]):
                request = Request((), key, rows=rows[:n_rows])
                request.is_done.set()
                del rows[:n_rows]
                if key is not None:
                    yield request
