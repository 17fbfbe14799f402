"""Which relations and columns each file of a policy reads, down to the snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from brokersql.compiler.catalog import KEYED_SETTINGS
from brokersql.compiler.lineage import Leaf, Lineage
from brokersql.compiler.parse import Fault, Parsed, parse_file
from brokersql.compiler.program import Origin
from brokersql.policy import Policy, PolicyFault, SourceFile


def origins_of(policy: Policy) -> tuple[Origin, ...]:
    """Return what the files of a policy read, facts last, each in the order of names.

    Left out are facts that no file of the policy needs.

    Raises:
        PolicyFault: a file is no query.
    """
    files = needed_files(policy)
    lineage = Lineage({each.file.stem: each.tree for each in files})
    return tuple(origin for each in files for origin in _origins(each, lineage))


def needed_files(policy: Policy) -> list[Parsed]:
    """Return the files of a policy, then the facts that one of them needs.

    Raises:
        PolicyFault: a file is no query.
    """
    staged = [file for _, files in policy.stages for file in files]
    parsed = [_parsed(policy, file) for file in (policy.subject, *staged)]
    return [*parsed, *_needed(policy, parsed).values()]


def _needed(policy: Policy, files: list[Parsed]) -> Mapping[str, Parsed]:
    """Return the facts behind some files by name."""
    sources = {file.stem: file for file in policy.facts}
    found: dict[str, Parsed] = {}
    waiting = list(files)
    while waiting:
        for table in waiting.pop().relations():
            name = table.name.lower()
            if name in sources and name not in found:
                found[name] = _parsed(policy, sources[name])
                waiting.append(found[name])
    return dict(sorted(found.items()))


def _origins(parsed: Parsed, lineage: Lineage) -> Iterator[Origin]:
    file = parsed.file
    told = (file.stem, file.stage, file.header.text("criterion"))
    for relation, column in sorted(set(lineage.reads(parsed.tree))):
        leaves: tuple[Leaf, ...] = lineage.leaves(relation, column)
        if relation in KEYED_SETTINGS:
            leaves = ((relation, column),)
        for table, source in sorted(leaves) or [(None, None)]:
            yield Origin(*told, relation, column, table, source)


def _parsed(policy: Policy, file: SourceFile) -> Parsed:
    try:
        return parse_file(file)
    except Fault as fault:
        raise PolicyFault(policy.name, [fault.finding]) from fault
