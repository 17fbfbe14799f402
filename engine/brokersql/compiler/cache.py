"""Compiled programs on disk, found by the content of everything that made them.

A program runs unchecked, so it is read only from a folder, and a file, that belong to
the user and that nobody else can write to. Programs that come with the package are
trusted as its code is.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from functools import cache, lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Union, cast, get_args, get_origin, get_type_hints

from brokersql import __version__
from brokersql.compiler.program import FactList, PairProgram, Program, UnitProgram
from brokersql.core.sql_files import sql_root
from brokersql.core.user_cache import new_entry, read_entry
from brokersql.policy import Policy

#: The folder of the user's cache.
_NAME = "programs"
#: Bytes of an entry at most; that of the largest policy has a tenth.
_MOST_BYTES = 64 * 1024 * 1024
#: Programs of the shipped policies, made when the wheel is built.
_SHIPPED = Path(__file__).parents[1] / "programs"
_SHAPES = {kind.shape: kind for kind in (PairProgram, UnitProgram, FactList)}

Compiled = Program | FactList


def program_key(policy: Policy) -> str:
    """Return a digest of all that decides a program: files, compiler, libraries.

    The paths of the files are part of it, since the program holds them.
    """
    digest = hashlib.sha256(policy.content_hash.encode())
    paths = [*(each.shown for each in policy.files), *(it.data for it in policy.tables)]
    digest.update(repr(paths).encode())
    digest.update(made_by().encode())
    return digest.hexdigest()


def facts_key(policy: Policy) -> str:
    """Return a digest of all that decides the statements of a policy's facts."""
    return hashlib.sha256(f"facts {program_key(policy)}".encode()).hexdigest()


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


def read_compiled(key: str) -> Compiled | None:
    """Return what is kept under a key; None if there is nothing that is sound."""
    try:
        shipped = _SHIPPED / entry_name(key)
        if shipped.is_file():
            return _compiled(key, shipped.read_bytes())
        content = read_entry(_NAME, entry_name(key), _MOST_BYTES)
        return None if content is None else _compiled(key, content)
    except (OSError, ValueError, KeyError, TypeError):
        return None


@lru_cache(maxsize=16)
def _compiled(key: str, content: bytes) -> Compiled | None:
    """Return what an entry holds; a process reads the same ones often."""
    head, _, body = content.partition(b"\n")
    about = cast(Mapping[str, str], json.loads(head))
    if (about["key"], about["digest"]) != (key, hashlib.sha256(body).hexdigest()):
        return None
    return cast(Compiled, _decoder(_SHAPES[about["shape"]])(json.loads(body)))


def entry_name(key: str) -> str:
    """Return the name of the file that holds what is kept."""
    return f"{key}.jsonl"


def entry_text(key: str, compiled: Compiled) -> str:
    """Return the text of an entry: a line about what is kept, and this itself."""
    body = json.dumps(asdict(compiled), ensure_ascii=False)
    digest = hashlib.sha256(body.encode()).hexdigest()
    about = {"key": key, "digest": digest, "shape": compiled.shape}
    return f"{json.dumps(about)}\n{body}"


def keep_compiled(key: str, compiled: Compiled) -> None:
    """Keep a program or facts; a folder that cannot be written is no reason to stop."""
    text = entry_text(key, compiled)
    with suppress(OSError), new_entry(_NAME, entry_name(key)) as path:
        if path is not None:
            path.write_text(text, encoding="utf-8")


@cache
def _decoder(hint: object) -> Callable[[object], object]:
    """Return what makes a value of this type from what JSON says of it.

    It raises a TypeError where the JSON has another shape.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        return partial(_tuple_of, _decoder(inner[0]))
    if origin in (Union, types.UnionType):
        kind = next(each for each in inner if each is not type(None))
        return partial(_optional, _decoder(kind))
    assert isinstance(hint, type), hint
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        made = {each.name: _decoder(hints[each.name]) for each in fields(hint)}
        return partial(_dataclass_of, hint, made)
    return partial(_plain, hint)


def _tuple_of(decoded: Callable[[object], object], value: object) -> object:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(map(decoded, cast("list[object]", value)))


def _optional(decoded: Callable[[object], object], value: object) -> object:
    return None if value is None else decoded(value)


def _dataclass_of(
    kind: type, decoders: Mapping[str, Callable[[object], object]], value: object
) -> object:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    given = cast(Mapping[str, object], value)
    if given.keys() != decoders.keys():
        raise TypeError(f"other fields than {kind.__name__}")
    return kind(**{name: decoders[name](item) for name, item in given.items()})


def _plain(kind: type, value: object) -> object:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
