"""A policy's own tests: SQL files in its folder `tests`, read into cases.

A case begins with ``-- test: what it shows``; ``-- set: KEY=VALUE``, ``-- profile:``,
``-- task:`` and ``-- snapshot:`` say what the cycle is like. Then come statements that
change rows of the snapshot or of own tables, if any, and one or more of
``-- expect: what holds``, each with a query that gives true.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.core.allowed_sql import Forbidden, forbidden
from brokersql.core.errors import PolicyError
from brokersql.policy.files import read_text, sql_files
from brokersql.policy.findings import Finding, PolicyFault, finding_at
from brokersql.policy.load import find_folder
from brokersql.snapshot.overlay import forbidden_in

_LINE = re.compile(r"\s*-- (test|set|profile|task|snapshot|expect): *(.*?)\s*$")


@dataclass(slots=True)
class Expectation:
    """A query that gives one truth value, and where it stands."""

    title: str
    where: str
    sql: str = ""


@dataclass(slots=True)
class Case:
    """One cycle and what is expected of it; `snapshot` empty is the demo."""

    title: str
    where: str
    settings: dict[str, str] = field(default_factory=dict[str, str])
    profile: str | None = None
    tasks: list[int] = field(default_factory=list[int])
    snapshot: str = ""
    given: str = ""
    expectations: list[Expectation] = field(default_factory=list[Expectation])

    def add(self, line: str) -> None:
        """Take a line of SQL, or an empty one so that those below stay in place."""
        if self.expectations:
            self.expectations[-1].sql += f"{line}\n"
        else:
            self.given += f"{line}\n"

    @property
    def has_changes(self) -> bool:
        """Return whether what is given is more than comments and blanks."""
        lines = (line.strip() for line in self.given.splitlines())
        return any(line and not line.startswith("--") for line in lines)


def read_cases(name: str) -> list[Case]:
    """Return the cases of the tests of a policy, file by file.

    Raises:
        UsageError: there is no such policy.
        PolicyError: it has no tests, or one that cannot be read.
    """
    folder, shown = find_folder(name)
    files = sql_files(folder / "tests", f"{shown}/tests")
    if not files:
        raise PolicyError(
            f"{shown} has no tests",
            hint="brokersql policy new FOLDER makes a policy with one to start from",
        )
    cases = [
        case
        for file in files
        for place in [f"{shown}/tests/{file.name}"]
        for case in parse_cases(read_text(file, place, folder), place)
    ]
    if found := _forbidden(cases):
        raise PolicyFault(name, found)
    for case in cases:
        if case.snapshot and not Path(case.snapshot).is_absolute():
            case.snapshot = str(folder / "tests" / case.snapshot)
    return cases


def _forbidden(cases: Sequence[Case]) -> list[Finding]:
    """Return what forbids to run statements and queries of cases."""
    found: list[Finding] = []
    for case in cases:
        if case.has_changes:
            faults = forbidden_in(case.given)
            found += (_at(case.where, case.given, each) for each in faults)
        for it in case.expectations:
            found += (_at(it.where, it.sql, each) for each in forbidden(it.sql))
    return found


def _at(where: str, text: str, fault: Forbidden) -> Finding:
    """Return the finding about a text that begins in the line after a place."""
    file, _, line = where.rpartition(":")
    above = "\n" * int(line)
    parts = (fault.offset + len(above), fault.length, fault.message, fault.hint)
    return finding_at(file, above + text, *parts)


def parse_cases(text: str, shown: str) -> list[Case]:
    r"""Return the cases of one file.

    Raises:
        PolicyError: something stands before the first test, a test expects nothing, or
            a line says what cannot be.

    >>> (case,) = parse_cases("-- test: t\n-- set: A=1\n-- expect: e\nselect true", "f")
    >>> case.settings, case.expectations[0].sql
    ({'A': '1'}, 'select true')
    """
    cases: list[Case] = []
    for number, line in enumerate(text.splitlines(), start=1):
        found, where = _LINE.match(line), f"{shown}:{number}"
        if found is not None and found[1] == "test":
            cases.append(Case(found[2], where))
        elif not cases:
            if line.strip() and not line.startswith("--"):
                hint = "-- test: what the case shows"
                raise PolicyError("no test begins here yet", where=where, hint=hint)
        elif found is not None and found[1] == "expect":
            cases[-1].expectations.append(Expectation(found[2], where))
        else:
            if found is not None:
                _read_line(cases[-1], found[1], found[2], where)
            cases[-1].add("" if found is not None else line)
    for case in cases:
        for each in case.expectations:
            each.sql = each.sql.rstrip().rstrip(";")
        if not case.expectations:
            hint = "-- expect: what holds, then a query that gives true"
            raise PolicyError("the test expects nothing", where=case.where, hint=hint)
    return cases


def _read_line(case: Case, key: str, value: str, where: str) -> None:
    """Take what a line says about a case."""
    match key:
        case "set" if "=" in value:
            name, _, text = value.partition("=")
            case.settings[name.strip()] = text.strip()
        case "task" if value.isdecimal():
            case.tasks.append(int(value))
        case "profile":
            case.profile = value
        case "snapshot":
            case.snapshot = value
        case _:
            form = {"set": "-- set: KEY=VALUE", "task": "-- task: 47110000"}[key]
            raise PolicyError(f"-- {key}: {value}", where=where, hint=f"as in {form}")
