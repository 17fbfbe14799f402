"""HTTP responses of the page server: pages, JSON, CSV and errors, with their status."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from brokersql.core.errors import BrokersqlError, UsageError, suggest
from brokersql.render.csv_text import csv_lines
from brokersql.render.documents import error_document, json_object
from brokersql.render.formats import table_rows, text_lines, write_binary
from brokersql.render.table import Display
from brokersql.sandbox import OverLimit, TooManyRows

#: Media types of the formats of a page, by suffix.
REPRESENTATION_TYPES = {
    "": "text/html; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".parquet": "application/vnd.apache.parquet",
}

_MOST_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sends to one request."""

    status: int
    kind: str
    body: bytes


class NotFound(UsageError):
    """There is no page under this path."""


class TooMuch(UsageError):
    """More rows are asked for than one answer may have."""


class Gone(UsageError):
    """What stood under this path has been written anew."""


class UnknownClient(UsageError):
    """A request without the key, or for another host."""


def error_response(status: int, error: BrokersqlError) -> Response:
    """Return an error as the object that the command line writes on stderr."""
    return json_response(status, error_document(error))


def json_response(status: int, document: Mapping[str, Any]) -> Response:
    """Return an object as an answer; what is not finite becomes null."""
    text = json.dumps(json_object(document), ensure_ascii=False, allow_nan=False)
    return Response(status, REPRESENTATION_TYPES[".json"], text.encode())


def html_response(status: int, page: str) -> Response:
    """Return a page as an answer."""
    return Response(status, REPRESENTATION_TYPES[""], page.encode())


def table_response(
    rows: pa.Table, suffix: str, *, refuses_nested: bool = False
) -> Response:
    """Return rows as an answer: CSV or Parquet.

    Raises:
        UsageError: a column has no form there; in CSV a nested one, if it is refused.
    """
    if suffix == ".parquet":
        body = write_binary(rows, "parquet")
    else:
        lines = (
            text_lines(rows, "csv", Display(), "rows")
            if refuses_nested
            else csv_lines(rows.column_names, table_rows(rows))
        )
        body = "".join(f"{line}\n" for line in lines).encode()
    return Response(200, REPRESENTATION_TYPES[suffix], body)


def status_of(error: BrokersqlError) -> int:
    """Return the status of HTTP for an error of ours."""
    known = (
        *((UnknownClient, 403), (NotFound, 404), (Gone, 410), (TooMuch, 413)),
        *((TooManyRows, 413), (OverLimit, 503), (UsageError, 400)),
    )
    return next((status for kind, status in known if isinstance(error, kind)), 503)


def whole_number(what: str, text: str) -> int:
    """Return a text as a number that is not negative.

    >>> whole_number("page", "17")
    17

    Raises:
        UsageError: it is none, or has more digits than any name or place has.
    """
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        cut = f"{text[:_MOST_DIGITS]}…" if len(text) > _MOST_DIGITS else text
        raise UsageError(f"{what}{cut} is no number", hint="0, 1, 2 …")
    return int(text)


def not_found(what: str, name: str, known: Sequence[str]) -> NotFound:
    """Return the error about a path that leads nowhere, with what is near."""
    hint = suggest(name, known) or ", ".join(known)
    return NotFound(f"no {what} {name}", hint=hint)


def too_many(n: int, most: int) -> TooMuch:
    """Return the error about an answer that would be too long."""
    return TooMuch(
        f"{n:,} rows are more than one answer has ({most:,})",
        hint="filter them, or read the result tables: brokersql sql",
    )
