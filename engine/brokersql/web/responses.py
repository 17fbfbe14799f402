"""HTTP responses of the page server: pages, JSON, CSV and errors, with their status."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from brokersql.core.errors import BrokersqlError, UsageError, suggest
from brokersql.render.documents import error_document, json_object
from brokersql.render.formats import write_binary
from brokersql.sandbox import OverLimit, TooManyRows

_JSON = "application/json; charset=utf-8"
#: Media types of the other formats of a page, by suffix.
REPRESENTATION_TYPES = {
    ".json": _JSON,
    ".csv": "text/csv; charset=utf-8",
    ".parquet": "application/vnd.apache.parquet",
}


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


def csv_response(lines: Iterable[str]) -> Response:
    """Return lines of CSV as an answer."""
    body = "".join(f"{line}\n" for line in lines)
    return Response(200, REPRESENTATION_TYPES[".csv"], body.encode())


def parquet_response(rows: pa.Table) -> Response:
    """Return a table as an answer."""
    return Response(
        200, REPRESENTATION_TYPES[".parquet"], write_binary(rows, "parquet")
    )


def html_response(status: int, page: str) -> Response:
    """Return a page as an answer."""
    return Response(status, "text/html; charset=utf-8", page.encode())


def error_response(status: int, error: BrokersqlError) -> Response:
    """Return an error as the object that the command line writes on stderr."""
    return json_response(status, error_document(error))


def json_response(status: int, document: Mapping[str, Any]) -> Response:
    """Return an object as an answer; what is not finite becomes null."""
    text = json.dumps(json_object(document), ensure_ascii=False, allow_nan=False)
    return Response(status, _JSON, text.encode())


def status_of(error: BrokersqlError) -> int:
    """Return the status of HTTP for an error of ours."""
    match error:
        case NotFound():
            return 404
        case Gone():
            return 410
        case TooMuch() | TooManyRows():
            return 413
        case OverLimit():
            return 503
        case UsageError():
            return 400
        case _:
            return 503


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
