"""What a server says: pages, JSON, CSV and refusals, each with its status."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from brokersql.errors import BrokersqlError, UsageError
from brokersql.policy.faults import suggest
from brokersql.report.fault import error_document
from brokersql.report.machine import json_object
from brokersql.report.rows import write_binary
from brokersql.sandbox import OverLimit, TooManyRows

_JSON = "application/json; charset=utf-8"
#: Suffixes of the twins of a page.
TYPES = {
    ".json": _JSON,
    ".csv": "text/csv; charset=utf-8",
    ".parquet": "application/vnd.apache.parquet",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server says to one request."""

    status: int
    kind: str
    body: bytes


class NotThere(UsageError):
    """There is no page under this path."""


class TooMuch(UsageError):
    """More rows are asked for than one answer may have."""


class Gone(UsageError):
    """What stood under this path has been written anew."""


def csv_answer(lines: Iterable[str]) -> Answer:
    """Return lines of CSV as an answer."""
    body = "".join(f"{line}\n" for line in lines)
    return Answer(200, TYPES[".csv"], body.encode())


def parquet_answer(rows: pa.Table) -> Answer:
    """Return a table as an answer."""
    return Answer(200, TYPES[".parquet"], write_binary(rows, "parquet"))


def html_answer(status: int, page: str) -> Answer:
    """Return a page as an answer."""
    return Answer(status, "text/html; charset=utf-8", page.encode())


def refusal(status: int, error: BrokersqlError) -> Answer:
    """Return an error as the object that the command line writes on stderr."""
    return json_answer(status, error_document(error))


def json_answer(status: int, document: Mapping[str, Any]) -> Answer:
    """Return an object as an answer; what is not finite becomes null."""
    text = json.dumps(json_object(document), ensure_ascii=False, allow_nan=False)
    return Answer(status, _JSON, text.encode())


def status_of(error: BrokersqlError) -> int:
    """Return the status of HTTP for an error of ours."""
    match error:
        case NotThere():
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


def no_page(what: str, name: str, known: Sequence[str]) -> NotThere:
    """Return the error about a path that leads nowhere, with what is near."""
    hint = suggest(name, known) or ", ".join(known)
    return NotThere(f"no {what} {name}", hint=hint)


def too_many(n: int, most: int) -> TooMuch:
    """Return the error about an answer that would be too long."""
    return TooMuch(
        f"{n:,} rows are more than one answer has ({most:,})",
        hint="filter them, or read the result tables: brokersql sql",
    )
