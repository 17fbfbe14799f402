"""Compiled programs on disk, found by the content of everything that made them.

A program runs unchecked, so it is read only from a folder, and a file, that belong to
the user and that nobody else can write to. Programs that come with the package are
trusted as its code is.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from brokersql import __version__
from brokersql.compiler.program import PairProgram, Program, UnitProgram
from brokersql.core.sql_files import sql_root
from brokersql.core.user_cache import new_entry, read_entry
from brokersql.policy import Policy

T = TypeVar("T")
#: The folder of the user's cache.
_NAME = "programs"
#: Bytes of an entry at most; that of the largest policy has a tenth.
_MOST_BYTES = 64 * 1024 * 1024
#: Programs of the shipped policies, made when the wheel is built.
_SHIPPED = Path(__file__).parents[1] / "programs"
_SHAPES = {kind.shape: kind for kind in (PairProgram, UnitProgram)}


def program_key(policy: Policy) -> str:
    """Return a digest of all that decides a program: files, compiler, libraries."""
    digest = hashlib.sha256(policy.content_hash.encode())
    digest.update(made_by().encode())
    return digest.hexdigest()


@cache
def made_by() -> str:
    """Return a digest of the compiler, its templates and its libraries.

    Versions of brokersql that share a folder never read each other's programs.
    """
    digest = hashlib.sha256(f"brokersql {__version__}\n".encode())
    package = Path(__file__).parents[1]
    compiler = sorted((package / "compiler").glob("*.py"))
    policy = sorted((package / "policy").glob("*.py"))
    frames = sorted((sql_root() / "frame").glob("*"))
    tables = sorted((sql_root() / "snapshot").glob("*.sql"))
    gate = package / "core" / "allowed_sql.py"
    lists = (sql_root() / "statements.tsv", sql_root() / "functions.toml")
    for path in (*compiler, *policy, gate, *frames, *tables, *lists):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    for library in ("sqlglot", "jinja2", "duckdb"):
        digest.update(f"{library} {version(library)}\n".encode())
    return digest.hexdigest()


def read_program(key: str) -> Program | None:
    """Return the program kept under a key; None if there is none that is sound."""
    try:
        shipped = _SHIPPED / f"{key}.json"
        if shipped.is_file():
            return _program(key, shipped.read_bytes())
        content = read_entry(_NAME, f"{key}.json", _MOST_BYTES)
        return None if content is None else _program(key, content)
    except (OSError, ValueError, KeyError, TypeError):
        return None


@lru_cache(maxsize=16)
def _program(key: str, content: bytes) -> Program | None:
    """Return the program that an entry holds; a process reads the same ones often."""
    entry = cast(Mapping[str, object], json.loads(content))
    body = entry["program"]
    if (entry["key"], entry["digest"]) != (key, _digest(body)):
        return None
    return decode(_SHAPES[str(entry["shape"])], body)


def program_text(key: str, program: Program) -> str:
    """Return the entry of a program."""
    body = asdict(program)
    entry = {
        "key": key,
        "digest": _digest(body),
        "shape": program.shape,
        "program": body,
    }
    return json.dumps(entry, ensure_ascii=False)


def keep_program(key: str, program: Program) -> None:
    """Keep a program; a folder that cannot be written is no reason to stop."""
    text = program_text(key, program)
    with suppress(OSError), new_entry(_NAME, f"{key}.json") as path:
        if path is not None:
            path.write_text(text, encoding="utf-8")


def decode(kind: type[T], value: object) -> T:
    """Return a dataclass of plain values from what its JSON says.

    Raises:
        TypeError: the JSON has another shape.
    """
    if not isinstance(value, dict) or not is_dataclass(kind):
        raise TypeError(f"no {kind.__name__}")
    hints = _hints(kind)
    given = cast(Mapping[str, object], value)
    if set(given) != {each.name for each in fields(kind)}:
        raise TypeError(f"other fields than {kind.__name__}")
    made = {name: _decoded(hints[name], item) for name, item in given.items()}
    return kind(**made)


@cache
def _hints(kind: type) -> Mapping[str, object]:
    """Return the types of the fields of a dataclass."""
    return get_type_hints(kind)


def _decoded(hint: object, value: object) -> object:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_decoded(inner[0], item) for item in cast(Sequence[object], value))
    if origin in (Union, types.UnionType):
        kind = next(each for each in inner if each is not type(None))
        return None if value is None else _decoded(kind, value)
    if isinstance(hint, type) and is_dataclass(hint):
        return decode(hint, value)
    if isinstance(hint, type) and isinstance(value, hint):
        return value
    raise TypeError(f"{value!r} is not {hint}")


def _digest(body: object) -> str:
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
