"""Which test files belong to a change of one SQL file or policy.toml.

First the spec of the file's own rule, or what shows the values of macros, then the
specs of all that is made of it, near readers first, then the tests of shared facts,
whole cycles of the policy, its plain reference, and what is recorded of its relations.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from brokersql.policy import Policy, SourceFile, load_policy, shipped_policies
from tests.mutation.mutants import MACROS, ORDER, PARAMETERS, SHARED, Mutant

READ = re.compile(r"\b(?:from|join)\s+(\w+)")
PART = re.compile(r"(?:\bwith|\),)\s+(\w+) as \(")
COMMENT = re.compile(r"--.*")
MACRO = re.compile(r"create or replace macro (\w+)")
NAMED = re.compile(r"^\[parameters\.(\w+)\]", re.M)
#: What a spec calls that decides whole cycles.
WHOLE = re.compile(r"\b(?:check_cycle|check_tables|decide|decide_each)\(")
#: The policy whose values of parameters the tests of shared facts take.
VALUED = "panda_job"
RECORDED = "tests/property/test_recorded.py::test_relations_hold_what_is_recorded"
#: Policy -> tests that decide random worlds a second time, in plain Python.
REFERENCES: Mapping[str, tuple[str, ...]] = {
    "panda_job": ("tests/property/test_engine_reference.py",),
    "panda_analysis": ("tests/property/test_analysis_reference.py",),
    "panda_task": ("tests/property/test_task_reference.py",),
    "panda_timeout": ("tests/property/test_timeouts.py",),
    "dirac": ("tests/property/test_dirac.py",),
}


def files_testing(root: Path, mutant: Mutant) -> list[str]:
    """Return the test files that belong to a mutant, in the order they are run in.

    The last ones are single tests, file::test.
    """
    found: list[str] = []
    if mutant.stratum == ORDER:
        found.append("tests/policy/test_filter_order.py")
    if mutant.stratum == PARAMETERS:
        found += files_testing_parameter(root, _parameter(root, mutant))
    if mutant.stratum == MACROS:
        found.append("tests/facts/test_expressions.py")
    for policy in policies_of(mutant):
        stems = readers(policy, _changed(root, mutant, load_policy(policy)))
        found += [
            name
            for stem in stems
            for folder in (policy, "facts")
            for name in (
                f"tests/spec/{folder}/test_{stem}.py",
                *_naming(root, f"tests/spec/{folder}", f'"{stem}"'),
            )
        ]
    own = policies_of(mutant)[0]
    takes_values = mutant.stratum == PARAMETERS and own == VALUED
    if mutant.stratum in (SHARED, MACROS) or takes_values:
        found += _tests_in(root, "tests/facts")
    if mutant.stratum == MACROS:
        found += _tests_beside_policies(root, mutant)
    found.append(f"tests/spec/{own}/test_parameters.py")
    found += [
        name
        for name in _tests_in(root, f"tests/spec/{own}")
        if WHOLE.search(_text(root / name))
    ]
    found += REFERENCES.get(own, ())
    found += [f"{RECORDED}[{policy}]" for policy in policies_of(mutant)]
    known = dict.fromkeys(found)
    return [each for each in known if (root / each.partition("::")[0]).is_file()]


def _tests_in(root: Path, folder: str) -> list[str]:
    paths = sorted((root / folder).glob("test_*.py"))
    return [str(path.relative_to(root)) for path in paths]


def _tests_beside_policies(root: Path, mutant: Mutant) -> list[str]:
    """Return the tests of SQL outside policies that calls the macros of a file."""
    macros = "|".join(MACRO.findall(_text(root / mutant.file)))
    folders = {
        folder
        for path in sorted((root / "sql").rglob("*.sql"))
        if re.search(rf"\b(?:{macros})\(", _text(path))
        for folder in path.relative_to(root / "sql").parts[:-1]
    }
    names = {each.name for each in (root / "tests").iterdir()} - {"spec", "facts"}
    return [
        name
        for folder in sorted(folders & names)
        for name in _tests_in(root, f"tests/{folder}")
    ]


def _naming(root: Path, folder: str, word: str) -> list[str]:
    return [name for name in _tests_in(root, folder) if word in _text(root / name)]


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def policies_of(mutant: Mutant) -> Sequence[str]:
    """Return the policies that a file takes part in, its own or the first one first."""
    own = mutant.file.split("/")[1]
    if mutant.stratum in (PARAMETERS, ORDER):
        return [own]
    names = ["panda_job", *shipped_policies()]
    names = [own, *names] if own in shipped_policies() else names
    return [
        name
        for name in dict.fromkeys(names)
        if any(file.shown == mutant.file for file in files_of(name))
    ]


@cache
def files_of(policy: str) -> Sequence[SourceFile]:
    """Return all SQL files of a policy, with the facts and macros that it uses."""
    loaded = load_policy(policy)
    staged = (file for _, files in loaded.stages for file in files)
    return [loaded.subject, *loaded.macros, *loaded.facts, *staged]


def readers(policy: str, changed: Iterable[str]) -> list[str]:
    """Return the stems of files, then of all that read them, near ones first."""
    reads = {file.stem: reads_of(file.text) for file in files_of(policy)}
    found = list(changed)
    for name in found:  # grows meanwhile
        found += [
            stem for stem, read in reads.items() if name in read and stem not in found
        ]
    return found


def reads_of(text: str) -> set[str]:
    """Return what a query reads, its own parts excepted.

    >>> sorted(reads_of("with a as (from queue) from a inner join task using (x)"))
    ['queue', 'task']
    """
    code = COMMENT.sub("", text)
    return {*READ.findall(code)} - {*PART.findall(code)}


def files_testing_parameter(root: Path, name: str) -> list[str]:
    """Return the test files that are said to show what a parameter changes."""
    table = root / "tests" / "property" / "parameter_tests.tsv"
    rows = csv.DictReader(table.read_text("utf-8").splitlines(), delimiter="\t")
    return [
        f"tests/{row['test'].partition('::')[0]}"
        for row in rows
        if row["parameter"].partition(".")[2] == name
    ]


def _changed(root: Path, mutant: Mutant, policy: Policy) -> list[str]:
    """Return the stems of the files of a policy whose text a mutant changes."""
    if mutant.stratum == ORDER:
        return []
    if mutant.stratum == PARAMETERS:
        return _users(policy.name, rf"\b{column_of(root, mutant)}\b")
    file = next(each for each in files_of(policy.name) if each.shown == mutant.file)
    if file not in policy.macros:
        return [file.stem]
    macros = "|".join(MACRO.findall(file.text))
    return [file.stem, *_users(policy.name, rf"\b(?:{macros})\(")]


def column_of(root: Path, mutant: Mutant) -> str:
    """Return the column by which queries read the parameter of a mutant."""
    name = _parameter(root, mutant)
    parameters = load_policy(policies_of(mutant)[0]).parameters
    return next(each.column for each in parameters if each.name == name)


def _users(policy: str, word: str) -> list[str]:
    """Return the stems of the files of a policy in which a word stands."""
    return [file.stem for file in files_of(policy) if re.search(word, file.text)]


def _parameter(root: Path, mutant: Mutant) -> str:
    """Return the name of the parameter whose table a mutant stands in."""
    text = (root / mutant.file).read_text(encoding="utf-8")
    return NAMED.findall(text, 0, mutant.offset)[-1]
