"""Policy folder in, `Policy` out: lists, inheritance, headers, parameters.

Faults of all files are collected and raised together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from brokersql.policy.declare import read_parameters
from brokersql.policy.faults import Finding, PolicyFault, suggest
from brokersql.policy.layer import Layer, read_chain, read_files, shipped_policies
from brokersql.policy.model import NOUNS, SHAPES, STAGES, Policy, SourceFile
from brokersql.resources import sql_root


def load_policy(name: str) -> Policy:
    """Return the policy of a shipped name or a folder, with all it inherits.

    Raises:
        UsageError: there is no such policy.
        PolicyFault: everything that is wrong with its lists, headers and parameters.
    """
    return _shipped_policy(name) if name in shipped_policies() else _sound_policy(name)


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
    stages = {stage: _stage(chain, stage) for stage in STAGES}
    for depth, layer in enumerate(chain):
        _check_against(layer, chain[depth + 1 :])
    for layer in chain:
        _check_listed(layer, stages, findings)
    profiles = _inherited(chain, "profiles") or ("default",)
    parameters = read_parameters([layer.toml for layer in chain], profiles)
    facts, macros = _facts(chain), _macros()
    subject = _subject(chain, stages)
    findings = [each for layer in chain for each in layer.toml.findings] + findings
    if subject is None:
        return None, findings
    title = next((text for layer in chain if (text := layer.toml.string("title"))), "")
    page = next((text for layer in chain if (text := layer.toml.string("page"))), "")
    asks = next((text for layer in chain if (text := layer.toml.string("asks"))), None)
    nouns = (text for layer in chain if (text := layer.toml.string("chooses")))
    about = (text for layer in chain if (text := layer.toml.string("decides")))
    policy = Policy(
        name=own.name,
        title=title,
        page=page,
        profiles=profiles,
        asks=asks,
        decides=next(about, NOUNS[subject.stage]),
        chooses=next(nouns, "queue"),
        results=_inherited(chain, "results") or (),
        has_joint_level=any(each.toml.boolean("joint_level", False) for each in chain),
        in_turn=any(each.toml.boolean("in_turn", False) for each in chain),
        subject=subject,
        facts=facts,
        macros=macros,
        parameters=parameters,
        **stages,
    )
    return policy, findings


def _inherited(chain: Sequence[Layer], key: str) -> tuple[str, ...] | None:
    """Return the list nearest to the policy, without what is dropped on the way.

    What is dropped is named, or the list as a whole is.
    """
    dropped: set[str] = set()
    for layer in chain:
        names = layer.toml.strings(key)
        if names is not None:
            return tuple(name for name in names if not dropped & {key, name})
        dropped.update(layer.toml.strings("drop") or ())
    return None


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


def _stage(chain: Sequence[Layer], stage: str) -> tuple[SourceFile, ...]:
    """Return the files of one list, each from the nearest folder that holds it."""
    files: list[SourceFile] = []
    for stem in _inherited(chain, stage) or ():
        file = _file(chain, stage, stem)
        if file is not None:
            files.append(file)
            continue
        owner = next(layer for layer in chain if layer.toml.strings(stage) is not None)
        known = [name for layer in chain for at, name in layer.files if at == stage]
        owner.toml.report(stage, f"no file {stage}/{stem}.sql", suggest(stem, known))
    return tuple(files)


def _check_against(layer: Layer, below: Sequence[Layer]) -> None:
    """Report drops of nothing, and what own lists leave out without a word.

    A rule that a parent has and a child does not may decide where work goes: the child
    lists it or drops it.
    """
    inherited = {stage: _inherited(below, stage) or () for stage in STAGES}
    dropped = layer.toml.strings("drop") or ()
    known = {stem for stems in inherited.values() for stem in stems}
    known.update(stage for stage, stems in inherited.items() if stems)
    for name in dropped:
        if name not in known:
            hint = suggest(name, known)
            layer.toml.report("drop", f"drop names {name}: no such file", hint)
    for stage, stems in inherited.items():
        kept = layer.toml.strings(stage)
        lost = [stem for stem in stems if stem not in (*(kept or ()), *dropped)]
        if kept is not None and lost and stage not in dropped:
            names = f"{len(lost)} of {below[0].name}: {', '.join(lost)}"
            message = f"{stage} leaves out {names}"
            hint = f'add them, or name them in drop; drop = ["{stage}"] drops all'
            layer.toml.report(stage, message, hint)


def _check_listed(
    layer: Layer,
    stages: Mapping[str, tuple[SourceFile, ...]],
    findings: list[Finding],
) -> None:
    """Report files of a folder that stand in no list: they would decide nothing."""
    for (stage, stem), file in layer.files.items():
        listed = {each.stem for each in stages.get(stage, ())}
        if stage not in stages or stem in listed:
            continue
        own = layer.toml.strings(stage)
        if own is not None and stem in own:
            continue
        message = f"{stem} stands in no list of {stage}"
        hint = f"add it to {stage} in policy.toml, or remove the file"
        findings.append(file.finding(0, 1, message, hint))


def _facts(chain: Sequence[Layer]) -> tuple[SourceFile, ...]:
    """Return all facts a policy may read, by name; the nearest of a name wins."""
    facts = {file.stem: file for file in _shared_facts()}
    for layer in reversed(chain):
        own = {stem: file for (at, stem), file in layer.files.items() if at == "facts"}
        facts.update(own)
    return tuple(facts[name] for name in sorted(facts))


@cache
def _shared_facts() -> tuple[SourceFile, ...]:
    return tuple(read_files(sql_root() / "facts", "sql/facts", "facts"))


@cache
def _macros() -> tuple[SourceFile, ...]:
    return tuple(read_files(sql_root() / "lib", "sql/lib", "lib"))
