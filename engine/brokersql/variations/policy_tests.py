"""Runs the tests of a policy, also with each of its rules left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.core.errors import (
    BrokersqlError,
    EngineError,
    OutOfMemoryError,
    PolicyError,
    UsageError,
)
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import Options, run_cycle
from brokersql.policy import Case, load_policy, read_cases, without
from brokersql.render.formats import listing
from brokersql.render.table import Display
from brokersql.render.text import plural, printable
from brokersql.results.queries import ask_cycle
from brokersql.snapshot import Snapshot


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


#: Called after each step: how many are done, of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """One expectation of one case, and what went wrong with it; empty if nothing."""

    case: str
    expectation: str
    where: str
    fault: str


@dataclass(frozen=True, slots=True)
class TestReport:
    """All outcomes, and for each rule left out whether some test failed then."""

    policy: str
    outcomes: tuple[TestOutcome, ...]
    mutants: tuple[tuple[str, bool], ...]

    @property
    def failed(self) -> list[TestOutcome]:
        """Return the expectations that do not hold."""
        return [each for each in self.outcomes if each.fault]

    @property
    def untested(self) -> list[str]:
        """Return the rules without which no test fails."""
        return [stem for stem, is_held in self.mutants if not is_held]

    def lines(self, look: Display) -> list[str]:
        """Return each expectation, and each rule that was left out."""
        lines: list[str] = []
        for each in self.outcomes:
            sign = look.paint("bad", "✗") if each.fault else look.paint("good", "✓")
            lines.append(f"{sign} {printable(f'{each.case}: {each.expectation}')}")
            if each.fault:
                lines.append(f"  {printable(f'{each.where}: {each.fault}')}")
        for stem, is_held in self.mutants:
            sign = look.paint("good", "✓") if is_held else look.paint("bad", "✗")
            fate = "a test fails" if is_held else "no test fails"
            lines.append(f"{sign} without {printable(stem)} {fate}")
        return lines

    def rows(self) -> pa.Table:
        """Return a row per expectation, and per rule that was left out."""
        columns: dict[str, type] = {"kind": str, "test": str, "expectation": str}
        columns |= {"where": str, "ok": bool, "fault": str}
        rows: list[tuple[object, ...]] = [
            (
                *("expect", it.case, it.expectation, it.where),
                not it.fault,
                it.fault or None,
            )
            for it in self.outcomes
        ]
        rows += [
            ("mutant", None, f"without {stem}", None, is_held, None)
            for stem, is_held in self.mutants
        ]
        return listing(columns, rows)

    def sentence(self) -> str:
        """Return how many expectations hold, and how many rules are held by one."""
        n_all, n_bad = len(self.outcomes), len(self.failed)
        text = f"{n_all - n_bad} of {plural(n_all, 'expectation')} met"
        if self.mutants:
            n_held = len(self.mutants) - len(self.untested)
            text += f", {n_held} of {plural(len(self.mutants), 'rule')} held by a test"
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
    outcomes: list[TestOutcome] = []
    for n_done, case in enumerate(cases):
        on_progress(n_done, n_all)
        outcomes += _run(case, name)
    mutants: list[tuple[str, bool]] = []
    for place, stem in enumerate(own, start=1):
        on_progress(len(cases) * place, n_all)
        mutants.append((stem, _is_missed(cases, without(name, [stem]), outcomes)))
    on_progress(n_all, n_all)
    return TestReport(policy.name, tuple(outcomes), tuple(mutants))


def _is_missed(
    cases: Sequence[Case], reference: str, before: Sequence[TestOutcome]
) -> bool:
    """Return whether an expectation that was met is not, without a rule."""
    met = {each for each in before if not each.fault}
    now = {each for case in cases for each in _run(case, reference)}
    return not met <= now


def _run(case: Case, reference: str) -> list[TestOutcome]:
    """Return the outcomes of one case; a cycle that fails fails all of them."""
    where = case.snapshot or str(fixture_root() / "demo")
    scripts = [case.given] if _has_statement(case.given) else []
    options = Options(case.profile, case.settings, tasks=tuple(case.tasks))
    try:
        snapshot = Snapshot.open(where).rewritten(scripts)
        cycle = run_cycle(snapshot, reference, options)
    except (PolicyError, EngineError, OutOfMemoryError):
        raise
    except BrokersqlError as error:
        fault = f"the cycle fails: {error.message}"
        return [
            TestOutcome(case.title, it.title, it.where, fault)
            for it in case.expectations
        ]
    outcomes: list[TestOutcome] = []
    for it in case.expectations:
        try:
            is_met = truth(ask_cycle(cycle, it.sql).to_pylist(), it.where)
            fault = "" if is_met else "does not hold"
        except UsageError as error:
            fault = error.message
        outcomes.append(TestOutcome(case.title, it.title, it.where, fault))
    return outcomes


def _has_statement(text: str) -> bool:
    """Return whether a text is more than comments and blanks."""
    lines = (line.strip() for line in text.splitlines())
    return any(line and not line.startswith("--") for line in lines)
