"""What is printed as JSON holds to the schema of its kind; else the file is told."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from brokersql.render.documents import json_schema, schema_kinds

#: The columns of a flat result, beside which each has its own kind.
FLAT = {"schema_version", "kind", "columns", "n_rows", "rows"}


@cache
def validator(kind: str) -> Draft202012Validator:
    schema = json_schema(kind)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(
        schema, format_checker=Draft202012Validator.FORMAT_CHECKER
    )


def kind_of(document: dict[str, Any]) -> str:
    """Return the kind whose schema is that of a document."""
    if "kind" not in document:
        return "error" if "error" in document else "log"
    return "rows" if document.keys() == FLAT else str(document["kind"])


def check(document: dict[str, Any]) -> None:
    """See that a document holds to its schema."""
    kind = kind_of(document)
    file = f"engine/brokersql/schema/{kind}.json"
    assert kind in schema_kinds(), f"{file} is missing: the schema of a new kind"
    fault = best_match(validator(kind).iter_errors(document))
    told = "" if fault is None else f"{fault.json_path}: {fault.message}"
    assert fault is None, (
        f"{told}\nA key that is meant to be there is told in {file}, "
        "or in common.json where several kinds have it; then: make docs"
    )
