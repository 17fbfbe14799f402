"""One folder of a policy: its policy.toml and the files beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from brokersql.errors import PolicyError, UsageError
from brokersql.policy.faults import Finding, suggest
from brokersql.policy.header import check_header, parse_header
from brokersql.policy.model import SHAPES, STAGES, SourceFile
from brokersql.policy.toml import TomlTable, read_toml
from brokersql.resources import sql_root

_TOP_KEYS = (
    *("title", "page", "extends", "drop", "profiles", "parameters"),
    *("asks", "decides", "chooses", "results", "joint_level", "in_turn"),
    *SHAPES,
)
#: Parts the name of a policy and the files that it goes without.
_WITHOUT = "~"


@dataclass(frozen=True, slots=True)
class Layer:
    """A folder of a chain of policies: own files by (stage, stem), own toml."""

    name: str
    shown: str
    toml: TomlTable
    files: Mapping[tuple[str, str], SourceFile]
    findings: list[Finding]


def shipped_policies() -> tuple[str, ...]:
    """Return the names of the policies that ship with the package, in order."""
    found = (path.parent.name for path in sql_root().glob("*/policy.toml"))
    return tuple(sorted(found))


def split_reference(name: str) -> tuple[str, tuple[str, ...]]:
    """Return what a policy is called, and the files that it goes without.

    >>> split_reference("panda_job~low_memory,disk")
    ('panda_job', ('low_memory', 'disk'))
    >>> split_reference("~/policies/mine")
    ('~/policies/mine', ())
    """
    base, sign, dropped = name.rpartition(_WITHOUT)
    if not sign or not base or "/" in dropped:
        return name, ()
    return base, tuple(dropped.split(","))


def split_file(name: str) -> tuple[str, str | None]:
    """Return the policy that a name means, and the file of it that it may name.

    >>> split_file("panda_job/low_memory")
    ('panda_job', 'low_memory')
    >>> split_file("sql/panda_job")
    ('sql/panda_job', None)
    """
    owner, _, stem = name.rpartition("/")
    is_whole = not owner or (
        owner not in shipped_policies() and (Path(name) / "policy.toml").is_file()
    )
    is_file = owner in shipped_policies() or (Path(owner) / "policy.toml").is_file()
    return (name, None) if is_whole or not is_file else (owner, stem)


def without(name: str, dropped: Sequence[str]) -> str:
    """Return the name of a policy that goes without some files.

    >>> without("panda_job~disk", ["low_memory"])
    'panda_job~disk,low_memory'
    """
    base, before = split_reference(name)
    files = dict.fromkeys((*before, *dropped))
    return f"{base}{_WITHOUT}{','.join(files)}" if files else base


def _lighter(layer: Layer, dropped: Sequence[str]) -> Layer:
    """Return the layer of a policy that goes without files of what it extends."""
    listed = ", ".join(json.dumps(stem) for stem in dropped)
    toml = read_toml("--without", f"drop = [{listed}]\n")
    return Layer(layer.name, layer.shown, toml, {}, [])


def read_chain(name: str) -> list[Layer]:
    """Return the folders of a policy: its own first, then what it extends.

    A policy that goes without files, as in ``panda_job~disk``, has a layer that drops
    them in front.

    Raises:
        UsageError: no such policy.
        PolicyError: a folder without policy.toml, or an `extends` in a circle.
    """
    base, dropped = split_reference(name)
    chain: list[Layer] = []
    seen: list[Path] = []
    folder, shown = _find(base, Path())
    while True:
        if folder in seen:
            raise PolicyError(
                f"policy {name} extends itself",
                where=f"{shown}/policy.toml",
                hint="remove one extends of the circle",
            )
        seen.append(folder)
        layer = _read_layer(folder, shown)
        chain.append(layer)
        parent = layer.toml.string("extends")
        if parent is None:
            return [_lighter(chain[0], dropped), *chain] if dropped else chain
        folder, shown = _parent(layer, parent, folder)


def find_folder(name: str) -> tuple[Path, str]:
    """Return the folder of a policy, and the path that it is known by.

    Raises:
        UsageError: there is no such policy.
    """
    return _find(split_reference(name)[0], Path())


def _parent(layer: Layer, parent: str, folder: Path) -> tuple[Path, str]:
    try:
        return _find(parent, folder)
    except UsageError as error:
        where = f"{layer.shown}/policy.toml"
        raise PolicyError(error.message, where=where, hint=error.hint) from error


def _find(name: str, base: Path) -> tuple[Path, str]:
    """Return folder and shown path of a policy: shipped by name, else a path."""
    if name in shipped_policies():
        return (sql_root() / name).resolve(), f"sql/{name}"
    folder = base / name
    if folder.is_dir():
        return folder.resolve(), str(folder)
    hint = suggest(name, shipped_policies())
    known = ", ".join(shipped_policies()) or "none"
    raise UsageError(
        f"no policy {name}", hint=hint or f"shipped: {known}; or the path of a folder"
    )


def _read_layer(folder: Path, shown: str) -> Layer:
    path = folder / "policy.toml"
    if not path.is_file():
        raise PolicyError(
            f"{shown} has no policy.toml",
            hint='a policy is a folder with a policy.toml: extends = "panda_job"',
        )
    toml = read_toml(f"{shown}/policy.toml", _read_text(path, f"{shown}/policy.toml"))
    toml.check_keys((*_TOP_KEYS, *STAGES))
    findings: list[Finding] = []
    files: dict[tuple[str, str], SourceFile] = {}
    for stage in (*STAGES, "facts"):
        for file in read_files(folder / stage, f"{shown}/{stage}", stage):
            if stage != "facts":
                findings += check_header(stage, file.shown, file.text, file.header)
            files[stage, file.stem] = file
    for shape in SHAPES:
        subject = toml.string(shape)
        if subject is not None and (folder / subject).is_file():
            file = _read_file(folder / subject, f"{shown}/{subject}", shape)
            findings += check_header(file.stage, file.shown, file.text, file.header)
            files[shape, ""] = file
        elif subject is not None:
            toml.report(shape, f"no file {shown}/{subject}")
    return Layer(folder.name, shown, toml, files, findings)


def read_files(folder: Path, shown: str, stage: str) -> list[SourceFile]:
    """Return the SQL files of one folder by stem.

    Headers of facts are checked by the compiler: only those that a policy uses count.
    """
    return [
        _read_file(path, f"{shown}/{path.name}", stage)
        for path in sorted(folder.glob("*.sql"))
    ]


def _read_file(path: Path, shown: str, stage: str) -> SourceFile:
    text = _read_text(path, shown)
    return SourceFile(stage, path.stem, shown, text, parse_header(text))


def _read_text(path: Path, shown: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(
            "the file cannot be read as UTF-8 text", where=shown, hint=str(error)
        ) from error
