"""A parameter of a policy: its type, values, default, and where a snapshot sets it."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import cast

import pyarrow as pa

_BOUND = re.compile(r"(>=|<=|>|<) *(-?\d+(?:\.\d+)?)")
_HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds that hold together; `text` is how they are declared."""

    text: str
    bounds: tuple[tuple[str, float], ...]

    def admits(self, value: object) -> bool:
        """Return whether a value is unset, or a finite number within all bounds.

        >>> read_range("> 0, <= 1").admits(1), read_range("> 0").admits(0)
        (True, False)
        """
        if value is None:
            return True
        return (
            isinstance(value, int | float)
            and isfinite(value)
            and all(_HOLDS[sign](value, bound) for sign, bound in self.bounds)
        )


def read_range(text: str) -> Range:
    """Return the range that a text declares: bounds, with commas.

    Raises:
        ValueError: it declares none.
    """
    found = [_BOUND.fullmatch(part.strip()) for part in text.split(",")]
    bounds = tuple((each[1], float(each[2])) for each in found if each)
    if len(bounds) < len(found):
        raise ValueError(f"{text!r} is no range")
    return Range(text, bounds)


Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...] | None

SCALAR_TYPES = ("BOOLEAN", "BIGINT", "DOUBLE", "VARCHAR")
TYPES = (*SCALAR_TYPES, *(f"{name}[]" for name in SCALAR_TYPES))

#: Kind of key -> (relation that holds its parameters, name of the key column).
KEYED: Mapping[str, tuple[str, str]] = {
    "gshare": ("cfg_share", "gshare"),
    "label": ("cfg_label", "label"),
    "workflow": ("cfg_workflow", "workflow"),
    "working_group": ("cfg_group", "working_group"),
}

#: The largest whole number of the type BIGINT.
_MOST = 2**63 - 1

_ARROW: Mapping[str, pa.DataType] = {
    "BOOLEAN": pa.bool_(),
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "VARCHAR": pa.string(),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """What policy.toml says about one parameter.

    `defaults` holds the default of each profile that has one of its own. `per` names
    the kind of key of a parameter that has one value per share, label, workflow or
    group. `vo` is false for keys that the running system asks without a vo. Values
    outside `range` are refused: those of parameters that divide. So is a text that is
    none of the `choices`, alone or in a list; without choices any text will do. Where
    `zero_is_unset`, a value of 0 stands for the default.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    default: Value = None
    defaults: tuple[tuple[str, Value], ...] = ()
    app: str = "jedi"
    component: str | None = None
    key: str = ""
    vo: bool = True
    per: str | None = None
    range: Range | None = None
    choices: tuple[str, ...] = ()
    zero_is_unset: bool = False

    @property
    def column(self) -> str:
        """Return the name of its column in `cfg` or in the keyed relation."""
        return self.name.lower()

    @property
    def relation(self) -> str:
        """Return the relation that holds it."""
        return "cfg" if self.per is None else KEYED[self.per][0]

    def refusal(self, value: Value) -> str:
        """Return what to say of a value that it cannot have; empty if it can."""
        if self.range is not None and not self.range.admits(value):
            return f"{value} is outside the range of {self.name}, {self.range.text}"
        texts = value if isinstance(value, tuple) else (value,)
        for each in texts if self.choices else ():
            if each is not None and each not in self.choices:
                known = ", ".join(self.choices)
                return f"{each} is no choice of {self.name}, which has {known}"
        return ""

    def default_of(self, profile: str) -> tuple[Value, bool]:
        """Return the default under `profile`, and whether the profile set it."""
        own = dict(self.defaults)
        return (own[profile], True) if profile in own else (self.default, False)


@dataclass(frozen=True, slots=True)
class Resolved:
    """One value in force; `suffix` is the share, label … of a keyed parameter."""

    parameter: Parameter
    value: Value
    origin: str
    suffix: str | None = None


def arrow_type(type_name: str) -> pa.DataType:
    """Return the Arrow type of a parameter type."""
    if type_name.endswith("[]"):
        return pa.list_(_ARROW[type_name[:-2]])
    return _ARROW[type_name]


def convert(type_name: str, value: object) -> Value:
    """Return `value`, from TOML or JSON, as a value of a parameter type.

    Raises:
        ValueError: it is of another type.

    >>> convert("DOUBLE", 2)
    2.0
    """
    if value is None:
        return None
    if type_name.endswith("[]"):
        if not isinstance(value, list | tuple):
            raise ValueError(f"{value!r} is not a list")
        items = cast(Sequence[object], value)
        return tuple(_convert_scalar(type_name[:-2], item) for item in items)
    return _convert_scalar(type_name, value)


def _convert_scalar(type_name: str, value: object) -> Scalar:
    match type_name, value:
        case "BOOLEAN", bool():
            return value
        case "VARCHAR", str():
            return value
        case (("BIGINT" | "DOUBLE"), bool()):
            pass
        case "BIGINT", int() if abs(value) <= _MOST:
            return value
        case "BIGINT", float() if value.is_integer() and abs(value) <= _MOST:
            return int(value)
        case "DOUBLE", int() | float():
            return float(value)
        case _:
            pass
    raise ValueError(f"{value!r} is not of type {type_name}")


def parse_text(type_name: str, text: str) -> Value:
    """Return the value that `text` stands for; lists as JSON or with commas.

    Raises:
        ValueError: the text is not of the type.

    >>> parse_text("BIGINT[]", "1, 2")
    (1, 2)
    >>> parse_text("BOOLEAN", "True")
    True
    """
    stripped = text.strip()
    if type_name.endswith("[]"):
        if stripped.startswith("["):
            return convert(type_name, json.loads(stripped))
        items = [item.strip() for item in stripped.split(",")] if stripped else []
        return tuple(_parse_scalar(type_name[:-2], item) for item in items)
    return _parse_scalar(type_name, text if type_name == "VARCHAR" else stripped)


def _finite(text: str) -> float:
    if not isfinite(value := float(text)):
        raise ValueError
    return value


def _number(read: Callable[[str], int | float], text: str, form: str) -> int | float:
    try:
        return read(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not {form}") from error


def _parse_scalar(type_name: str, text: str) -> Scalar:
    match type_name:
        case "BOOLEAN":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{text!r} is neither true nor false")
            return text.lower() == "true"
        case "BIGINT":
            return _convert_scalar(type_name, _number(int, text, "a whole number"))
        case "DOUBLE":
            return _number(_finite, text, "a finite number")
        case _:
            return text


def literal(type_name: str, value: Value) -> str:
    """Return `value` as a SQL literal that carries its type.

    >>> literal("DOUBLE", 0.9)
    "'0.9'::double"
    """
    kind = type_name.lower()
    match value:
        case None:
            return f"null::{kind}"
        case tuple():
            items = ", ".join(literal(type_name[:-2], item) for item in value)
            return f"[{items}]::{kind}"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"'{value!r}'::{kind}"
        case str():
            quoted = value.replace("'", "''")
            return f"'{quoted}'::{kind}"
