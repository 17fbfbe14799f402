"""How a value of the source becomes a value of the contract.

Types that always fit are cast at once; for the others a macro of sql/validate/convert*
gives NULL where a value does not fit, and the row is quarantined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from brokersql.database import quote
from brokersql.snapshot.contract import Column, Table

_FAMILIES = {
    "integer": "TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER",
    "number": "UBIGINT HUGEINT UHUGEINT FLOAT DOUBLE DECIMAL",
    "text": "VARCHAR ENUM",
    "json": "JSON",
    "object": "JSON TEXT",  # values of JSON objects, extracted as text
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP",
    "time": "TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS DATE",
    "zoned": "TIMESTAMP WITH TIME ZONE",
    "blob": "BLOB",
    "uuid": "UUID",
    "nested": "STRUCT MAP",
    "null": '"NULL"',
}
_FAMILY = {
    name: family
    for family, names in _FAMILIES.items()
    for name in ([names] if family in ("zoned", "object") else names.split())
}
_SCALAR = {"integer", "number", "text", "boolean", "uuid"}

# family of the source → types of the contract into which every value fits
_EXACT = {
    "integer": {"BIGINT", "DOUBLE", "VARCHAR"},
    "number": {"DOUBLE", "VARCHAR"},
    "text": {"VARCHAR"},
    "boolean": {"BOOLEAN", "VARCHAR"},
    "timestamp": {"TIMESTAMP"},
    "uuid": {"VARCHAR"},
    "list": {"VARCHAR[]"},
}
# family of the source → types into which some values fit, each by a macro
_CHECKED = {
    "number": {"BIGINT", "BOOLEAN"},
    "text": {"BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR[]", "JSON"},
    "json": {
        "BIGINT",
        "DOUBLE",
        "BOOLEAN",
        "TIMESTAMP",
        "VARCHAR",
        "VARCHAR[]",
        "JSON",
    },
    "time": {"TIMESTAMP"},
    "blob": {"VARCHAR"},
}
_MACRO_TARGET = {"VARCHAR[]": "list"}


@dataclass(frozen=True, slots=True)
class Conversion:
    """The SQL of one column: `value` converted, `raw` as it came."""

    column: Column
    raw: str
    value: str
    is_checked: bool
    is_possible: bool = True

    @property
    def named(self) -> str:
        """Return the converted value under the name of its column."""
        return f"{self.value} as {quote(self.column.name)}"

    @property
    def given(self) -> str:
        """Return the value as it came, under a name that no column has."""
        return f"{self.raw} as {quote(f'given {self.column.name}')}"

    @property
    def is_lost(self) -> str:
        """Return the condition of a value that did not fit, where both have names."""
        name = self.column.name
        return f"({quote(f'given {name}')} is not null and {quote(name)} is null)"

    @property
    def is_bad(self) -> str:
        """Return the SQL condition of a value that does not fit."""
        return f"({self.raw} is not null and {self.value} is null)"


@dataclass(frozen=True, slots=True)
class Match:
    """Which source columns feed a table; `renamed` differ from it only in case."""

    conversions: tuple[Conversion, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]


def family(source_type: str) -> str:
    """Return the family of a DuckDB type, "other" where none can be read.

    >>> [family(name) for name in ("UINTEGER", "DECIMAL(8,2)", "VARCHAR[]")]
    ['integer', 'number', 'list']
    """
    if source_type.endswith("]"):
        inner = source_type[: source_type.rindex("[")]
        return "list" if family(inner) in _SCALAR else "nested"
    return _FAMILY.get(source_type, _FAMILY.get(source_type.split("(")[0], "other"))


def conversion(column: Column, name: str, source_type: str) -> Conversion:
    """Return how the source column `name` of type `source_type` becomes `column`."""
    raw, kind = quote(name), family(source_type)
    if kind == "null":
        return absent(column)
    if kind == "object" and column.type == "VARCHAR":
        value = f"snapshot_object_to_varchar({raw}, snapshot_line, '$.{raw}')"
        return Conversion(column, raw, value, True)
    if kind == "json" and column.type != "VARCHAR":
        raw, kind = f"({raw} ->> '$')", "text"
    if kind == "text" and source_type.startswith("ENUM"):
        raw = f"cast({raw} as varchar)"
    if column.type in _EXACT.get(kind, ()):
        return Conversion(column, raw, f"cast({raw} as {column.type})", False)
    if kind == "zoned" and column.type == "TIMESTAMP":
        return Conversion(column, raw, f"({raw} at time zone 'UTC')", False)
    if kind in ("nested", "list") and column.type == "JSON":
        return Conversion(column, raw, f"to_json({raw})", False)
    kind = {"integer": "number", "object": "text"}.get(kind, kind)
    if column.type in _CHECKED.get(kind, ()):
        target = _MACRO_TARGET.get(column.type, column.type.lower())
        return Conversion(column, raw, f"snapshot_{kind}_to_{target}({raw})", True)
    return Conversion(column, raw, f"cast(null as {column.type})", True, False)


def absent(column: Column) -> Conversion:
    """Return the conversion of a column that the source lacks: NULL."""
    return Conversion(column, "null", f"cast(null as {column.type})", False)


def match(table: Table, source: Mapping[str, str]) -> Match:
    """Return which source columns (name → type) feed which columns of a table."""
    by_lower = {name.lower(): name for name in sorted(source, reverse=True)}
    used: set[str] = set()
    conversions: list[Conversion] = []
    missing: list[str] = []
    renamed: list[tuple[str, str]] = []
    for column in table.columns:
        name = column.name if column.name in source else by_lower.get(column.name)
        if name is None:
            conversions.append(absent(column))
            if not column.is_optional:
                missing.append(column.name)
            continue
        if name != column.name:
            renamed.append((name, column.name))
        used.add(name)
        conversions.append(conversion(column, name, source[name]))
    unknown = tuple(name for name in source if name not in used)
    return Match(tuple(conversions), tuple(missing), unknown, tuple(renamed))
