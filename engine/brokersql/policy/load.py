"""Policy folder in, `Policy` out: lists, inheritance, headers, parameters.

Findings of all files are collected and raised together. `begin_policy` writes a new
folder that extends another policy, with a rule and its test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from os.path import lexists
from pathlib import Path
from string import Template

from brokersql.core.errors import PolicyError, UsageError, suggest
from brokersql.core.folders import read_once
from brokersql.core.policy_names import DEFAULT_POLICY, shipped_policies
from brokersql.core.sql_files import sql_root
from brokersql.policy.files import read_text, sql_files
from brokersql.policy.findings import Finding, PolicyFault
from brokersql.policy.inheritance import Lists
from brokersql.policy.model import (
    NOUNS,
    SHAPES,
    STAGES,
    Policy,
    PolicyChange,
    SourceFile,
    parse_header,
)
from brokersql.policy.policy_toml import TomlTable, read_parameters, read_toml
from brokersql.policy.tables import (
    FOLDER,
    DataFile,
    OwnTable,
    data_files,
    read_own_table,
    taken_names,
    undeclared,
)

_TOP_KEYS = (
    *("title", "page", "extends", "profiles", "parameters"),
    *("drop", "replace", "add"),
    *("asks", "decides", "chooses", "results", "joint_level", "in_turn"),
    *SHAPES,
)
#: What the file of a relation is called.
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
#: Between the name of a policy and the files that it goes without.
_WITHOUT = "~"


@dataclass(frozen=True, slots=True)
class Layer:
    """A folder of a chain of policies: own files by (stage, stem), own toml.

    `data` are the files with rows of own tables, by table.
    """

    name: str
    shown: str
    toml: TomlTable
    files: Mapping[tuple[str, str], SourceFile]
    findings: list[Finding]
    data: Mapping[str, tuple[DataFile, ...]]


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


def from_anywhere(name: str) -> str:
    """Return the name of a policy as another folder reads it: with its whole path."""
    base, dropped = split_reference(name)
    if base in shipped_policies() or not Path(base).is_dir():
        return name
    return without(str(Path(base).absolute()), dropped)


def _dropping(layer: Layer, dropped: Sequence[str]) -> Layer:
    """Return the layer of a policy that goes without files of what it extends."""
    listed = ", ".join(json.dumps(stem) for stem in dropped)
    toml = read_toml("--without", f"drop = [{listed}]\n")
    return Layer(layer.name, layer.shown, toml, {}, [], {})


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
            return [_dropping(chain[0], dropped), *chain] if dropped else chain
        folder, shown = _parent(layer, parent, folder)


def parent_of(name: str) -> str | None:
    """Return the name or path of the policy that one extends; None if it has none.

    >>> parent_of("panda_job_legacy"), parent_of("panda_job")
    ('panda_job', None)
    """
    _, *parents = read_chain(split_reference(name)[0])
    if not parents:
        return None
    name, shown = parents[0].name, parents[0].shown
    return name if shown == f"sql/{name}" else shown


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
    if not lexists(path):
        raise PolicyError(
            f"{shown} has no policy.toml",
            hint="a policy is a folder with a policy.toml: "
            f'extends = "{DEFAULT_POLICY}"',
        )
    root = None if folder.is_relative_to(sql_root().resolve()) else folder
    text = read_text(path, f"{shown}/policy.toml", root)
    toml = read_toml(f"{shown}/policy.toml", text)
    toml.check_keys((*_TOP_KEYS, *STAGES))
    findings: list[Finding] = []
    files: dict[tuple[str, str], SourceFile] = {}
    for stage in (*STAGES, "facts", FOLDER):
        for file in read_files(folder / stage, f"{shown}/{stage}", stage, root):
            if stage in STAGES:
                findings += file.check_header()
            if not _NAME.fullmatch(file.stem):
                message = f"{file.stem!r} is no name of a relation"
                hint = "call the file by letters, digits and underscores"
                findings.append(file.finding(0, 1, message, hint))
            files[stage, file.stem] = file
    for shape in SHAPES:
        subject = toml.string(shape)
        if subject is not None and lexists(folder / subject):
            file = _read_file(folder / subject, f"{shown}/{subject}", shape, root)
            findings += file.check_header()
            files[shape, ""] = file
        elif subject is not None:
            toml.report(shape, f"no file {shown}/{subject}")
    data = data_files(folder, shown, root)
    return Layer(folder.name, shown, toml, files, findings, data)


def read_files(
    folder: Path, shown: str, stage: str, root: Path | None = None
) -> list[SourceFile]:
    """Return the SQL files of one folder of the policy at `root`, by stem.

    Headers of facts are checked by the compiler: only those that a policy uses count.
    """
    return [
        _read_file(path, f"{shown}/{path.name}", stage, root)
        for path in sql_files(folder, shown)
    ]


def _read_file(path: Path, shown: str, stage: str, root: Path | None) -> SourceFile:
    text = read_text(path, shown, root)
    is_shipped = root is None
    return SourceFile(stage, path.stem, shown, text, parse_header(text), is_shipped)


def load_policy(name: str) -> Policy:
    """Return the policy of a shipped name or a folder, with all it inherits.

    Raises:
        UsageError: there is no such policy.
        PolicyFault: everything that is wrong with its lists, headers and parameters.
    """
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        what = f"a policy is a name or a folder, as text, no {type(name).__name__}"
        raise UsageError(what, hint="such as policy='panda_job', one at a time")
    if name in shipped_policies():
        return _shipped_policy(name)
    return read_once((load_policy, name), lambda: _sound_policy(name))


def _sound_policy(name: str) -> Policy:
    policy, findings = read_policy(name)
    if findings or policy is None:
        raise PolicyFault(name, findings)
    return policy


#: What ships is read once: it stays as it is while a process runs.
_shipped_policy = cache(_sound_policy)


def read_policy(name: str) -> tuple[Policy | None, list[Finding]]:
    """Return the policy, None where it decides nothing, and what is wrong with it."""
    chain = read_chain(name)
    own = chain[0]
    findings = [each for layer in chain for each in layer.findings]
    stages, changes = _stages(chain, findings)
    profiles = _nearest(chain, "profiles") or ("default",)
    parameters = read_parameters([layer.toml for layer in chain], profiles)
    facts = _facts(chain)
    tables = _own_tables(chain, {file.stem for file in facts}, stages, findings)
    subject = _subject(chain, stages)
    findings = [each for layer in chain for each in layer.toml.findings] + findings
    if subject is None:
        return None, findings

    def nearest(key: str) -> str | None:
        return next((text for layer in chain if (text := layer.toml.string(key))), None)

    policy = Policy(
        name=own.name,
        title=nearest("title") or "",
        page=nearest("page") or "",
        profiles=profiles,
        asks=nearest("asks"),
        decides=nearest("decides") or NOUNS[subject.stage],
        chooses=nearest("chooses") or "queue",
        results=_nearest(chain, "results") or (),
        has_joint_level=any(each.toml.boolean("joint_level", False) for each in chain),
        is_sequential=any(each.toml.boolean("in_turn", False) for each in chain),
        subject=subject,
        facts=facts,
        tables=tables,
        macros=_macros(),
        parameters=parameters,
        changes=changes,
        **stages,
    )
    return policy, findings


def _nearest(chain: Sequence[Layer], key: str) -> tuple[str, ...] | None:
    """Return the list nearest to the policy."""
    lists = (layer.toml.strings(key) for layer in chain)
    return next((names for names in lists if names is not None), None)


def _file(chain: Sequence[Layer], stage: str, stem: str) -> SourceFile | None:
    return next(
        (layer.files[stage, stem] for layer in chain if (stage, stem) in layer.files),
        None,
    )


def _subject(
    chain: Sequence[Layer], stages: Mapping[str, tuple[SourceFile, ...]]
) -> SourceFile | None:
    """Return the file of what is decided about; report stages of another shape."""
    own = chain[0].toml
    found = [file for each in SHAPES if (file := _file(chain, each, "")) is not None]
    if not found:
        if not own.findings and not any(own.string(each) for each in SHAPES):
            hint = 'candidate = "…" for pairs, unit = "…" for units'
            own.report("", "the policy has no candidate file and no unit file", hint)
        return None
    if len(found) > 1:
        own.report(found[1].stage, "a policy decides about pairs or about units")
    shape = found[0].stage
    for stage, files in stages.items():
        if files and stage not in SHAPES[shape]:
            hint = f"its stages: {', '.join(SHAPES[shape])}"
            own.report(stage, f"a policy with a {shape} file has no {stage}", hint)
    return found[0]


def _stages(
    chain: Sequence[Layer], findings: list[Finding]
) -> tuple[dict[str, tuple[SourceFile, ...]], tuple[PolicyChange, ...]]:
    """Return the files of each list, from the nearest folder, and how they came there.

    A file of a folder that stands in no list would decide nothing: it is reported.
    """
    lists, files = Lists(), dict[tuple[str, str], SourceFile]()
    known = {("facts", file.stem) for file in _shared_facts()}
    for layer in reversed(chain):
        files |= layer.files
        lists.extend(layer.name, layer.toml, files)
        parameters = layer.toml.table("parameters").values
        own = [*layer.files, *(("parameters", name) for name in parameters)]
        for stage, stem in own if layer is not chain[-1] else ():
            if (stage, stem) in known or stage not in STAGES:
                change = "override" if (stage, stem) in known else "add"
                lists.changes.append(PolicyChange(layer.name, change, stage, stem))
        known |= {*own}
        for name, data in layer.data.items():
            if (FOLDER, name) in known and (FOLDER, name) not in layer.files:
                place = f"rows in {data[0].path.name}"
                lists.changes.append(
                    PolicyChange(layer.name, "override", FOLDER, name, place)
                )
        for (stage, stem), file in layer.files.items():
            if stem not in lists.stems.get(stage, (stem,)):
                message = f"{stem} stands in no list of {stage}"
                hint = f"add it to {stage} in policy.toml, or remove the file"
                findings.append(file.finding(0, 1, message, hint))
    stages = {
        stage: tuple(files[stage, stem] for stem in stems)
        for stage, stems in lists.stems.items()
    }
    return stages, tuple(lists.changes)


def _facts(chain: Sequence[Layer]) -> tuple[SourceFile, ...]:
    """Return all facts a policy may read, by name; the nearest of a name wins."""
    facts = {file.stem: file for file in _shared_facts()}
    for layer in reversed(chain):
        own = {stem: file for (at, stem), file in layer.files.items() if at == "facts"}
        facts.update(own)
    return tuple(facts[name] for name in sorted(facts))


def _own_tables(
    chain: Sequence[Layer],
    facts: Collection[str],
    stages: Mapping[str, tuple[SourceFile, ...]],
    findings: list[Finding],
) -> tuple[OwnTable, ...]:
    """Return the own tables by name: the nearest declaration with the nearest rows."""
    declared: dict[str, SourceFile] = {}
    data: dict[str, tuple[DataFile, ...]] = {}
    for layer in reversed(chain):
        data.update(layer.data)
        declared |= {
            stem: file for (at, stem), file in layer.files.items() if at == FOLDER
        }
    if not (declared or data):
        return ()
    made = {file.stem for files in stages.values() for file in files}
    taken = (
        taken_names() | dict.fromkeys(made, "a rule") | dict.fromkeys(facts, "a fact")
    )
    tables: list[OwnTable] = []
    for name in sorted(declared):
        table, found = read_own_table(declared[name], data.get(name, ()), taken)
        findings += found
        tables += [table] if table is not None else []
    lost = [data[name] for name in sorted(data.keys() - declared.keys())]
    findings += [undeclared(files, list(declared)) for files in lost]
    return tuple(tables)


@cache
def _shared_facts() -> tuple[SourceFile, ...]:
    return tuple(read_files(sql_root() / "facts", "sql/facts", "facts"))


@cache
def _macros() -> tuple[SourceFile, ...]:
    return tuple(read_files(sql_root() / "lib", "sql/lib", "lib"))


#: What is written where, by the name of what it is made from.
_FILES = {
    "policy.template.toml": "policy.toml",
    "small_queue.sql": "filters/small_queue.sql",
    "test_small_queue.sql": "tests/small_queue.sql",
}


def begin_policy(folder: Path, parent: str) -> list[Path]:
    """Write a sound policy that extends another one; return its files.

    Raises:
        UsageError: the folder is not empty, or the parent chooses no queues for tasks.
    """
    if not _chooses_queues(parent):
        fitting = ", ".join(filter(_chooses_queues, shipped_policies()))
        raise UsageError(
            f"{parent} chooses no queues: the new rule would not fit",
            hint=f"--extends one of: {fitting}",
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already", hint="name a new folder")
    is_shipped = parent in shipped_policies()
    named = parent if is_shipped else str(Path(parent).resolve())
    parts = {
        key: json.dumps(text, ensure_ascii=False)[1:-1]  # as a text of TOML has it
        for key, text in (("name", folder.resolve().name), ("parent", named))
    }
    written: list[Path] = []
    for source, target in _FILES.items():
        text = (sql_root() / "new" / source).read_text(encoding="utf-8")
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(parts), encoding="utf-8")
        written.append(path)
    return written


def _chooses_queues(name: str) -> bool:
    policy = load_policy(name)
    fits = (policy.decides, policy.chooses) == ("task", "queue")
    return policy.is_paired and fits and bool(policy.select)
