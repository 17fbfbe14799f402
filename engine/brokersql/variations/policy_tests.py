"""Runs the tests of a policy, also with each of its rules left out."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from brokersql.core.errors import (
    BrokersqlError,
    EngineError,
    OutOfMemoryError,
    PolicyError,
    UsageError,
)
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle, Options, run_cycle, write_table
from brokersql.policy import (
    Case,
    Policy,
    changed_rows,
    load_policy,
    read_cases,
    split_reference,
    without,
)
from brokersql.policy.cases import Expectation
from brokersql.render.formats import listing
from brokersql.render.table import Display
from brokersql.render.text import Progress, plural, printable
from brokersql.results.queries import Row, ask_cycle
from brokersql.snapshot import Snapshot, split_statements


def truth(rows: Sequence[Mapping[str, object]], where: str) -> bool:
    """Return the one truth value that a condition gives.

    Raises:
        UsageError: it gives none, or something else.

    >>> truth([{"ok": True}], "--expect")
    True
    """
    values = [value for row in rows for value in row.values()]
    if len(values) != 1 or not isinstance(values[0], bool):
        raise UsageError(
            f"{where} gives no single truth value",
            hint="such as: select count(*) < 10 from result where status = 'pending'",
        )
    return values[0]


#: The table of which a statement changes rows.
_TARGET = re.compile(
    r"(?:\s|--[^\n]*\n)*(?:update|insert\s+into|delete\s+from)\s+\"?(\w+)",
    re.IGNORECASE,
)
#: What a test shows: an expectation of a case, or that without a rule one fails.
_COLUMNS = ("kind", "test", "expectation", "where", "ok", "fault")


@dataclass(frozen=True, slots=True)
class TestReport:
    """What all tests of a policy show, then for each rule left out whether one fails.

    Each is a row of kind, test, expectation, where, ok and fault.
    """

    policy: str
    found: tuple[Row, ...]

    @property
    def failed(self) -> list[Row]:
        """Return the expectations that do not hold."""
        return [it for it in self.found if it["kind"] == "expect" and not it["ok"]]

    @property
    def untested(self) -> list[Row]:
        """Return the rules without which no test fails."""
        return [it for it in self.found if it["kind"] == "mutant" and not it["ok"]]

    def lines(self, look: Display) -> list[str]:
        """Return each expectation, and each rule that was left out."""
        lines: list[str] = []
        for each in self.found:
            sign = look.paint("good", "✓") if each["ok"] else look.paint("bad", "✗")
            if each["kind"] == "mutant":
                fate = "a test fails" if each["ok"] else "no test fails"
                lines.append(f"{sign} {printable(each['expectation'])} {fate}")
                continue
            shown = f"{each['test']}: {each['expectation']}"
            lines.append(f"{sign} {printable(shown)}")
            if not each["ok"]:
                lines.append("  " + printable(f"{each['where']}: {each['fault']}"))
        return lines

    def rows(self) -> pa.Table:
        """Return a row per expectation, and per rule that was left out."""
        columns = "kind test expectation where ok:bool fault"
        return listing(columns, [tuple(each.values()) for each in self.found])

    def sentence(self) -> str:
        """Return how many expectations hold, and how many rules are held by one."""
        n_rules = sum(each["kind"] == "mutant" for each in self.found)
        n_all = len(self.found) - n_rules
        text = f"{n_all - len(self.failed)} of {plural(n_all, 'expectation')} met"
        if n_rules:
            n_held = n_rules - len(self.untested)
            text += f", {n_held} of {plural(n_rules, 'rule')} held by a test"
        return text


def run_tests(
    name: str,
    *,
    with_mutants: bool = False,
    on_progress: Progress = lambda _done, _all: None,
) -> TestReport:
    """Run the tests of a policy; with mutants, also without each rule of its folder.

    Raises:
        UsageError: there is no such policy.
        PolicyError: it has no tests, or is not sound.
    """
    policy, cases = load_policy(name), read_cases(name)
    own = [
        file.stem
        for file in policy.rules
        if with_mutants and file.shown.rpartition("/")[0].rpartition("/")[0] == name
    ]
    n_all = len(cases) * (1 + len(own))
    found: list[Row] = []
    for n_done, case in enumerate(cases):
        on_progress(n_done, n_all)
        found += _run(case, name)
    met = [each for each in found if each["ok"]]
    for place, stem in enumerate(own, start=1):
        on_progress(len(cases) * place, n_all)
        now = [each for case in cases for each in _run(case, without(name, [stem]))]
        is_held = any(each not in now for each in met)
        found.append(_row("mutant", None, f"without {stem}", None, is_held))
    on_progress(n_all, n_all)
    return TestReport(policy.name, tuple(found))


def _row(*values: object) -> Row:
    """Return what a test shows; the fault may be left out."""
    return dict(zip_longest(_COLUMNS, values))


def _run(case: Case, reference: str) -> list[Row]:
    """Return what one case shows; a cycle that fails fails all expectations."""
    where = case.snapshot or str(fixture_root() / "demo")
    options = Options(case.profile, case.settings, tasks=tuple(case.tasks))
    policy = load_policy(reference)
    try:
        on_snapshot, on_tables = _given(case, policy)
        snapshot = Snapshot.open(where).rewritten(on_snapshot)
        with _with_rows(policy, reference, on_tables) as changed:
            cycle = run_cycle(snapshot, changed, options, is_kept=True)
            cycle.check_chooses()
            faults = [_fault(cycle, each) for each in case.expectations]
    except (PolicyError, EngineError, OutOfMemoryError):
        raise
    except BrokersqlError as error:
        message = error.message.removeprefix("--sql: ")
        faults = [f"the cycle fails: {message}"] * len(case.expectations)
    return [
        _row("expect", case.title, it.title, it.where, not fault, fault or None)
        for it, fault in zip(case.expectations, faults, strict=True)
    ]


def _fault(cycle: FinishedCycle, expected: Expectation) -> str:
    """Return what is wrong with an expectation; empty if nothing is."""
    try:
        rows = ask_cycle(cycle, expected.sql).to_pylist()
        return "" if truth(rows, expected.where) else "does not hold"
    except UsageError as error:
        return error.message.removeprefix(f"{expected.where} ")


def _given(case: Case, policy: Policy) -> tuple[list[str], str]:
    """Return what changes rows of the snapshot, and what those of own tables."""
    if not case.has_changes:
        return [], ""
    own = {table.name for table in policy.tables}
    if not own:
        return [case.given], ""
    on_snapshot: list[str] = []
    on_tables: list[str] = []
    for each in split_statements(case.given):
        target = _TARGET.match(each)
        is_own = target is not None and target[1].lower() in own
        (on_tables if is_own else on_snapshot).append(each)
    return on_snapshot, ";\n".join(on_tables)


@contextmanager
def _with_rows(policy: Policy, reference: str, script: str) -> Generator[str]:
    """Yield the reference of a policy with other rows in its own tables."""
    if not script:
        yield reference
        return
    name, dropped = split_reference(reference)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / policy.name / "tables"
        folder.mkdir(parents=True)
        for table, rows in changed_rows(policy.tables, script).items():
            write_table(rows, folder / f"{table}.parquet")
        parent = json.dumps(str(Path(name).resolve()))
        toml = folder.parent / "policy.toml"
        toml.write_text(f"extends = {parent}\n", encoding="utf-8")
        yield without(str(folder.parent), dropped)
