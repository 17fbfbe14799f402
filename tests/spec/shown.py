"""The worlds that all spec tests draw, and what is looked at in each.

They are collected without deciding anything: every test runs with a recorder in place
of the rule that it is about.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

from brokersql.compiler.program import relation_of
from brokersql.policy import SourceFile
from tests.spec.check import Rows
from tests.spec.drawing import with_columns
from tests.spec.stage import Stage, load, policy_of, rule
from tests.spec.whole import decide

HERE = Path(__file__).parent
#: Rules of which the rows that they take count, not what they tell of them.
TAKING = ("gates", "filters", "set_rules", "caps")
#: What a test names that checks rules of its own choice.
USES = {"Spec", "check"}


@dataclass(frozen=True, slots=True)
class Shown:
    """One drawn world, and the relation or result table that its test looks at."""

    test: str
    policy: str
    relation: str
    tables: Mapping[str, str]
    profiles: Sequence[str]
    parameters: Mapping[str, object]
    is_cycle: bool = False
    acting: SourceFile | None = None

    def outcome(self, profile: str, changes: Mapping[str, object]) -> object:
        """Return what a profile makes of the world, some parameters changed."""
        if self.is_cycle:
            parameters = {**self.parameters, **changes}
            cycle = decide(self.policy, profile, parameters, self.tables)
            if self.relation in cycle.program.results:
                return cycle.table(self.relation).to_pylist()
            return cycle.sql(f"from {self.relation}").to_pylist()
        stage = self.stage(profile, changes)
        if self.acting:
            return sorted(str(row["panda_id"]) for row in stage.rows("action"))
        rows = stage.rows(self.relation)
        if self.relation.partition("/")[0] in TAKING:
            rows = [{**row, "detail": None} for row in rows]
        return sorted(map(repr, rows))

    def stage(self, profile: str, changes: Mapping[str, object]) -> Stage:
        """Return the world under a profile, some parameters changed."""
        parameters = {**self.parameters, **changes}
        policy = load(self.policy)
        return Stage(policy, profile, parameters, self.tables, self.acting)


@dataclass(slots=True)
class Recorder:
    """Takes the place of a `Spec` and notes what it would have checked."""

    policy: str
    stem: str
    test: str
    found: list[Shown] = field(default_factory=list[Shown])

    def check(self, *, stage: str | None = None, **rest: Any) -> None:
        """Note a rule about pairs."""
        file = rule(load(self.policy), self.stem, stage)
        self._note(f"{file.stage}/{self.stem}", **rest)

    def check_jobs(
        self, *, every: Mapping[str, str] | None = None, job: str, **rest: Any
    ) -> None:
        """Note a rule about single jobs."""
        file = rule(load(self.policy), self.stem)
        acting = None if file.stage == "exemptions" else file
        drawn = with_columns(job, every or {})
        self._note(relation_of(file), acting=acting, job=drawn, **rest)

    def check_fact(self, fact: str, columns: object, **rest: Any) -> None:
        """Note a fact or a relation that selects."""
        self._note(fact, **rest)

    def check_cycle(
        self, table: str, keys: object, columns: object, **rest: Any
    ) -> None:
        """Note a result table of whole cycles."""
        self._note(table, is_cycle=True, **rest)

    def check_tables(self, *tables: Rows, **rest: Any) -> None:
        """Note several result tables of the same cycles."""
        for each in tables:
            self._note(each.table, is_cycle=True, expected=each.expected, **rest)

    def _note(
        self,
        relation: str,
        *,
        expected: object,
        is_cycle: bool = False,
        acting: SourceFile | None = None,
        only: Sequence[int] = (),
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        profiles = load(self.policy).profiles if profile is None else (profile,)
        tables = {**(world or {}), **drawn}
        made = (self.test, self.policy, relation, tables, profiles, parameters or {})
        self.found.append(Shown(*made, is_cycle, acting))


@cache
def shown_worlds() -> Sequence[Shown]:
    """Return all worlds of all spec tests that take only their rule and values."""
    return [
        shown for path in sorted(HERE.glob("*/test_*.py")) for shown in _shown_in(path)
    ]


def _shown_in(path: Path) -> Iterator[Shown]:
    folder, stem = path.parent.name, path.stem.removeprefix("test_")
    module = importlib.import_module(f"tests.spec.{folder}.{path.stem}")
    for name, function in vars(module).items():
        if not name.startswith("test_"):
            continue
        taken = set(inspect.signature(function).parameters)
        named = {*function.__code__.co_names}
        if "spec" not in taken and not USES & named:
            continue
        if not any(it.startswith("check") for it in named):
            continue  # it decides by itself, and shows no rule
        test = f"spec/{folder}/{path.name}::{name}"
        for values in _values_of(function):
            if {*values} == taken - {"spec"}:
                with _recorders(module, test) as made:
                    if "spec" in taken:
                        values["spec"] = module.Spec(policy_of(folder, stem), stem)
                    function(**values)
                for each in made:
                    yield from each.found


@contextmanager
def _recorders(module: ModuleType, test: str) -> Generator[list[Recorder]]:
    """Let recorders take the place of what a module makes to check its rules."""
    made: list[Recorder] = []

    def record(policy: str, stem: str) -> Recorder:
        made.append(Recorder(policy, stem, test))
        return made[-1]

    with mock.patch.object(module, "Spec", record, create=True):
        yield made


def _values_of(function: Any) -> Iterator[dict[str, object]]:
    """Yield the values that a test is run with."""
    marks = [m for m in getattr(function, "pytestmark", ()) if m.name == "parametrize"]
    choices: list[list[dict[str, object]]] = []
    for mark in marks:
        names, rows = mark.args
        names = names.replace(" ", "").split(",") if isinstance(names, str) else names
        choices.append(
            [
                dict(zip(names, row if len(names) > 1 else [row], strict=True))
                for row in rows
            ]
        )
    for chosen in product(*choices):
        yield {name: value for each in chosen for name, value in each.items()}
