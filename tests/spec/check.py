"""One rule of a policy, run on a drawn world and held to what its test expects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import ge, gt, le, lt
from typing import Any, cast

import pytest

from brokersql.compiler.program import relation_of
from brokersql.cycle import FinishedCycle
from brokersql.policy import SourceFile
from tests.spec.drawing import with_columns
from tests.spec.stage import (
    COMPARED,
    Key,
    Stage,
    load,
    pair_of,
    query,
    rule,
    rules,
    unit_of,
)
from tests.spec.whole import decide_each
from tests.spec.world import NUCLEUS, drawn_queues

#: How a rule compares what is asked with what is offered, and in which units.
OPERATORS: Mapping[object, Callable[[Any, Any], bool]] = {
    **{"<": lt, "<=": le, ">": gt, ">=": ge}
}
UNITS = (
    *("GB", "MB", "bytes", "kB/s", "s", "HS06·s", "%"),
    *("cores", "events", "files", "jobs", "pilots", "tags"),
)
#: Jobs are of two tables. A timeout is about one of them, but for these.
OTHER_JOBS: Mapping[str, str] = {"active4": "defined4", "defined4": "active4"}
OF_BOTH_TABLES = ("analysis_stuck", "inactive_queue", "running_old_failed")
#: What a key of an expectation need not name.
USUAL_KEY: Mapping[str, int | str] = {
    **{"jedi_task_id": 1, "chunk_no": 0},
    **{"queue_name": "Q", "pseudo_queue": "Q", "nucleus": "Q"},
}
#: The value of a key of which only is said that it is there.
ANY = object()
Found = Mapping[Key, object]
#: What is found of each key, which leaves out what is usual, or the keys alone.
Expected = Mapping[Any, object] | set[Any]


@dataclass(frozen=True, slots=True)
class ByProfile:
    """What is expected of each profile, where they differ: its own, or as of others."""

    own: Mapping[str, Expected]
    others: Expected | None = None

    def of(self, profile: str) -> Expected:
        """Return what is expected of one profile."""
        told = self.own.get(profile, self.others)
        assert told is not None, f"nothing is said of profile {profile}"
        return told


def both(*, page: Expected, asrun: Expected) -> ByProfile:
    """Return the expectations of the page and of the running system, side by side."""
    return ByProfile({"page": page, "asrun": asrun})


def by_profile(others: Expected, /, **own: Expected) -> ByProfile:
    """Return what is expected of profiles of DIRAC, and of those that are not named."""
    assert own.keys() <= {"page", "dirac2009", "modern"}, "no such profile"
    return ByProfile(own, others)


@dataclass(frozen=True, slots=True)
class Rows:
    """What is expected of column(s) of a result table, by some of its columns."""

    table: str
    keys: Sequence[str]
    columns: str | Sequence[str]
    expected: Expected | ByProfile

    def found(self, cycle: FinishedCycle, is_nucleus_drawn: bool) -> Found:
        """Return what a cycle has there, without the queue N where it is not drawn."""
        is_result = self.table in cycle.program.results
        table = (
            cycle.table(self.table) if is_result else cycle.sql(f"from {self.table}")
        )
        rows = table.to_pylist()
        if not is_nucleus_drawn:
            rows = [row for row in rows if row.get("queue_name") != NUCLEUS]
        names = [self.columns] if isinstance(self.columns, str) else self.columns
        found = {
            tuple(row[key] for key in self.keys): tuple(row[each] for each in names)
            if len(names) > 1
            else row[names[0]]
            for row in rows
        }
        assert len(found) == len(rows), f"{self.table}: several rows of {self.keys}"
        return found


@dataclass(slots=True)
class Spec:
    """The rule that a test file is about, and what its tests have seen of it."""

    policy: str
    stem: str
    n_hit: int = field(default=0, init=False)
    n_missed: int = field(default=0, init=False)

    def check(
        self,
        *,
        expected: Expected | ByProfile,
        stage: str | None = None,
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        """Assert what the rule says in each profile, or in the one that is named.

        Filters, set rules and caps: {(jedi_task_id, chunk_no, queue_name): detail} of
        the pairs they reject, or the set of these keys; gates without queue_name. A key
        leaves out what is usual, as "A", 2 or (2, "A"): task 1, chunk 0, queue Q. What
        pairs have in common may stand once: {2: {"A": 0.1, "B": 0.5}}, {"A": {1, 2}}.
        Weights: the factor of every pair. `stage` tells which rule is meant where two
        share a name. Tables are drawn by name; `world` holds such as several tests
        share.
        """
        file = rule(load(self.policy), self.stem, stage)
        is_gate = file.stage == "gates"
        keys = unit_of(self.policy) if is_gate else pair_of(self.policy)
        value = self.stem if file.stage == "weights" else "detail"
        tables = {**(world or {}), **drawn}
        for name, made in self._stages(profile, parameters, tables):
            found = made.values(f"{file.stage}/{self.stem}", keys, [value])
            possible = len(made.rows("candidate_unit" if is_gate else "candidate"))
            self.n_hit += len(found)
            self.n_missed += possible - len(found)
            _compare(found, expected, name, keys)
            if file.stage in ("filters", "caps"):
                _check_numbers(made, f"{file.stage}/{self.stem}", keys)

    def check_jobs(
        self,
        *,
        expected: Expected | ByProfile,
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        every: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        """Assert whom a rule about single jobs acts upon, or exempts, by panda_id.

        What a timeout does is read from the actions of a cycle without other rules.
        `every` holds what all drawn jobs have in common.
        """
        file = rule(load(self.policy), self.stem)
        tables = {**(world or {}), **drawn}
        job = tables["job"]
        tables["job"] = with_columns(job, every or {})
        is_acting = file.stage != "exemptions"
        takes_any = self.stem in OF_BOTH_TABLES
        others = {"table_name": "active4", **(every or {})}
        others["table_name"] = OTHER_JOBS[others["table_name"]]
        for name, stage in self._stages(profile, parameters, tables, file):
            told = stage.rows("action" if is_acting else relation_of(file))
            found = {cast(Key, (row["panda_id"],)): None for row in told}
            self.n_hit += len(found)
            self.n_missed += len(stage.rows("job")) - len(found)
            _compare(found, expected, name, ["panda_id"])
        if file.stage == "timeouts" and not (takes_any or "table_name" in job):
            moved = {**tables, "job": with_columns(job, others)}
            for _, left in self._stages(profile, parameters, moved, file):
                assert not left.rows("action"), f"jobs of {others['table_name']}"

    def check_fact(
        self,
        fact: str,
        columns: str | Sequence[str],
        *,
        expected: Expected | ByProfile,
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        """Assert column(s) of all rows of a fact or a select relation, by its grain.

        One column: its values. Several: tuples.
        """
        names = [columns] if isinstance(columns, str) else list(columns)
        policy = load(self.policy)
        files = (*policy.facts, *policy.select)
        grain = next(file.grain for file in files if file.stem == fact)
        keys = tuple(name for name in grain if name != "round")
        tables = {**(world or {}), **drawn}
        for name, stage in self._stages(profile, parameters, tables):
            _compare(stage.values(fact, keys, names), expected, name, keys)

    def check_cycle(
        self,
        table: str,
        keys: Sequence[str],
        columns: str | Sequence[str],
        *,
        expected: Expected | ByProfile,
        only: Sequence[int] = (),
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        """Assert column(s) of a result table of whole cycles, by some of its columns.

        What is said of N is left out where N is not drawn. `only` limits the cycle to
        some tasks.
        """
        rows = Rows(table, keys, columns, expected)
        world = {**(world or {}), **drawn}
        self.check_tables(
            rows, only=only, profile=profile, parameters=parameters, world=world
        )

    def check_tables(
        self,
        *tables: Rows,
        only: Sequence[int] = (),
        profile: str | None = None,
        parameters: Mapping[str, object] | None = None,
        world: Mapping[str, str] | None = None,
        **drawn: str,
    ) -> None:
        """Assert rows of several result tables of the same cycles."""
        world = {**(world or {}), **drawn}
        profiles = self._profiles(profile)
        choices = [(name, parameters or {}) for name in profiles]
        cycles = decide_each(self.policy, choices, world, only)
        for name, cycle in zip(profiles, cycles, strict=True):
            for each in tables:
                found = each.found(cycle, NUCLEUS in drawn_queues(world))
                if each.columns == "criterion":
                    self._count(found.values())
                _compare(found, each.expected, name, each.keys)

    def _count(self, criteria: Collection[object]) -> None:
        """Count where the rule is the reason, among the reasons of a cycle."""
        files = [file for every in rules(load(self.policy)).values() for file in every]
        own = [it.header.text("criterion") for it in files if it.stem == self.stem]
        n_hit = sum(each in own for each in criteria)
        self.n_hit += n_hit
        self.n_missed += len(criteria) - n_hit

    def _stages(
        self,
        profile: str | None,
        parameters: Mapping[str, object] | None,
        tables: Mapping[str, str],
        only: SourceFile | None = None,
    ) -> Iterator[tuple[str, Stage]]:
        for name in self._profiles(profile):
            yield name, Stage(load(self.policy), name, parameters or {}, tables, only)

    def _profiles(self, profile: str | None) -> Sequence[str]:
        return load(self.policy).profiles if profile is None else (profile,)


def _check_numbers(stage: Stage, rule_: str, keys: Sequence[str]) -> None:
    """Assert that a pair passes where `asked operator offered` holds."""
    rejected = stage.rows(rule_)
    taken = {tuple(row[key] for key in keys) for row in rejected}
    compared = query(stage.policy, f"{COMPARED}{rule_}") is not None
    for row in stage.rows(f"{COMPARED}{rule_}") if compared else rejected:
        asked, offered = row.get("asked"), row.get("offered")
        if asked is None or offered is None:
            continue
        passes = OPERATORS[row["operator"]](asked, offered)
        assert passes == (tuple(row[key] for key in keys) not in taken), row
        assert row.get("unit") is None or row["unit"] in UNITS, row


def _compare(
    found: Found, expected: Expected | ByProfile, profile: str, keys: Sequence[str]
) -> None:
    told = expected.of(profile) if isinstance(expected, ByProfile) else expected
    wanted = {_whole(key, keys): value for key, value in _each(told)}
    assert set(found) == set(wanted), f"in profile {profile}"
    for key, value in wanted.items():
        if value is not ANY:
            assert found[key] == _about(value), f"{key} in profile {profile}"


def _each(told: object, outer: Key = ()) -> Iterator[tuple[Key, object]]:
    """Yield what is said of each key, which may be said in parts.

    >>> list(_each({1: {"A": 0.5}, (2, "A"): 0.1}))
    [((1, 'A'), 0.5), ((2, 'A'), 0.1)]
    """
    if not isinstance(told, Mapping | set):
        yield outer, told
        return
    values = told if isinstance(told, Mapping) else dict.fromkeys(told, ANY)
    for key, value in values.items():
        yield from _each(value, (*outer, *(key if isinstance(key, tuple) else (key,))))


def _whole(parts: Key, names: Sequence[str]) -> Key:
    """Return a key with what it leaves out as usual.

    >>> names = ["jedi_task_id", "chunk_no", "queue_name"]
    >>> _whole(("A",), names), _whole((2,), names), _whole((2, "A"), names)
    ((1, 0, 'A'), (2, 0, 'Q'), (2, 0, 'A'))
    """
    if len(parts) == len(names):
        return parts
    usual = [USUAL_KEY[name] for name in names]
    given = {
        kind: [part for part in parts if isinstance(part, kind)] for kind in (int, str)
    }
    whole = [given[type(part)].pop(0) if given[type(part)] else part for part in usual]
    assert given == {int: [], str: []}, f"{parts} is no key of {names}"
    return tuple(whole)


def _about(value: object) -> object:
    """Return what equals a value, or the numbers in it, up to rounding."""
    if isinstance(value, tuple | list):
        parts = [_about(part) for part in value]
        return tuple(parts) if isinstance(value, tuple) else parts
    return pytest.approx(value, rel=1e-9, abs=0) if isinstance(value, float) else value
