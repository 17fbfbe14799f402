"""What a cycle runs: options, compiled policies, and their statements in order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from brokersql.compiler import Program, Statement, compile_policy
from brokersql.compiler.program import affected_relations, written_after
from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.processors import n_processors
from brokersql.core.result_tables import TABLES
from brokersql.core.sizes import parse_size
from brokersql.core.sql_files import result_sql
from brokersql.policy import (
    Parameters,
    Policy,
    known_settings,
    load_policy,
    resolve_parameters,
    shipped_policies,
)

#: What each verdict mode leaves out.
LEFT_OUT = {
    "full": (),
    "reasons": ("verdict",),
    "none": ("verdict", "exclusion", "funnel"),
}

#: What is kept of the rejected pairs: all criteria, the reported one, nothing.
VERDICTS = ("full", "reasons", "none")
#: A memory limit that is a part of what the machine has.
_PERCENTAGE = re.compile(r"\d+(\.\d+)?%")
#: Threads of a cycle at most: more take minutes to begin.
_MOST_THREADS = 1024


def check_chooses(program: Program) -> None:
    """Refuse a policy that has verdicts and no choice.

    Raises:
        UsageError: the policy only answers another one.
    """
    if program.select:
        return
    policies = (load_policy(name) for name in shipped_policies())
    asking = [each.name for each in policies if each.asks == program.policy]
    raise UsageError(
        f"policy {program.policy} chooses nothing: it answers policies that ask it",
        hint=f"--policy {' or '.join(asking)}" if asking else "",
    )


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one cycle.

    `settings` are the overrides of parameters by name, as text. `tasks` limits the
    cycle to these tasks; empty means all. `threads` is the number of cursors that fill
    the verdict, 0 = one per processor. `memory_limit` is in DuckDB's words ('4GB',
    '80%'). `part` is the number of this part, from 1, and of all: the cycle knows all
    tasks and decides those of its part.
    """

    profile: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    seed: int | None = None
    tasks: tuple[int, ...] = ()
    verdict: str = "full"
    threads: int = 0
    memory_limit: str | None = None
    part: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse choices that do not exist."""
        if self.verdict not in VERDICTS:
            hint = f"one of {', '.join(VERDICTS)}"
            raise UsageError(f"no verdict mode {self.verdict}", hint=hint)
        if not 0 <= self.threads <= _MOST_THREADS:
            hint = f"1 to {_MOST_THREADS:,}, or 0 for all processors"
            raise UsageError(f"no cycle has {self.threads} threads", hint=hint)
        seed: object = self.seed  # in Python anybody may give anything
        is_whole = isinstance(seed, int) and not isinstance(seed, bool)
        if seed is not None and not (is_whole and -(2**63) < seed < 2**63):
            hint = "a whole number of 64 bits"
            raise UsageError(f"{seed!r} is no seed", hint=hint)
        limit = self.memory_limit
        if limit is not None and not _PERCENTAGE.fullmatch(limit):
            parse_size(limit)

    @property
    def n_threads(self) -> int:
        """Return the number of threads in force."""
        return self.threads or n_processors()


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled policy, and the plan of the policy that it asks, if it asks one.

    `source` is the shipped name or the folder of the policy.
    """

    source: str
    policy: Policy
    program: Program
    asked: Plan | None

    @classmethod
    def of(cls, source: str) -> Plan:
        """Return the plan of a policy.

        Raises:
            UsageError: there is no such policy.
            PolicyError: it is faulty.
        """
        policy = load_policy(source)
        program = compile_policy(policy)
        asked = None if policy.asks is None else cls.of(policy.asks)
        return cls(source, policy, program, asked)

    @property
    def programs(self) -> tuple[Program, ...]:
        """Return the programs in the order in which they run."""
        before = () if self.asked is None else self.asked.programs
        return (*before, self.program)

    def known(self, options: Options) -> Options:
        """Return options with those settings alone that the policy has."""
        return replace(options, settings=known_settings(self.policy, options.settings))


def kept_tables(program: Program, options: Options) -> list[str]:
    """Return the names of the result tables of a program that options keep."""
    left_out = LEFT_OUT[options.verdict]
    return [name for name in TABLES if name in program.results and name not in left_out]


def places_jobs(parameters: Parameters) -> bool:
    """Return whether the parameter `place` is set."""
    return parameters.has("place") and parameters.scalar("place") is True


def parameters_in_force(
    database: Database, policy: str, options: Options
) -> tuple[Parameters, int]:
    """Return the parameters and the seed of a cycle on a loaded snapshot.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
    """
    vo, recorded_seed = database.rows(result_sql("snapshot_seed"))[0]
    seed = options.seed if options.seed is not None else int(str(recorded_seed or 0))
    settings = database.rows(result_sql("gdp_config"))
    parameters = resolve_parameters(
        load_policy(policy),
        options.profile,
        options.settings,
        settings,
        str(vo or ""),
        seed,
    )
    return parameters, seed


#: The relations of a decision.
DECISION = ("verdict", "reported_unit", "weighed", "result")


def dependencies_of(statements: Sequence[Statement]) -> list[set[int]]:
    """Return for each statement the places of those that it waits for.

    >>> a = Statement("a", "", makes=("a",), reads=("x",))
    >>> b = Statement("b", "", makes=("b",), reads=("y",))
    >>> c = Statement("c", "", makes=("c",), reads=("a",))
    >>> dependencies_of([a, b, c, Statement("d", "", changes=("a",))])
    [set(), set(), {0}, {0, 2}]
    """
    writers: dict[str, set[int]] = defaultdict(set)
    readers: dict[str, set[int]] = defaultdict(set)
    found: list[set[int]] = []
    for place, each in enumerate(statements):
        before = [writers[name] for name in (*each.reads, *each.writes)]
        before += [readers[name] for name in each.writes]
        found.append(set[int]().union(*before))
        for name in each.writes:
            writers[name].add(place)
        for name in each.reads:
            readers[name].add(place)
    return found


def steps_after(
    program: Program, changed: Iterable[str], wanted: Iterable[str]
) -> list[Statement]:
    """Return the statements to run again, in order, for the relations `wanted`.

    `changed` are whole relations, single columns of tables (``queue.max_rss``) and
    parameters (``cfg.<column>``).
    """
    names = list(changed)
    seeing = program.seeing(name for name in names if "." in name)
    relations = [name for name in names if "." not in name]
    return affected_steps(program.statements, relations, wanted, seeing)


def variant_steps(
    program: Program, table: str, columns: Iterable[str], wanted: Iterable[str]
) -> list[Statement]:
    """Return the statements to rewrite, in order, where columns of a table vary.

    Those of `steps_after`, and views that read what they make: the rows of all variants
    stand there.
    """
    wanted = list(wanted)
    steps = steps_after(program, {f"{table}.{each}" for each in columns}, wanted)
    made, known = {table}, set(map(id, steps))
    for each in program.statements:
        if id(each) in known or (each.is_view and made & each.inputs):
            made |= each.writes
            steps.append(each)
    return affected_steps(program.statements, (), wanted, steps)


def affected_steps(
    statements: Sequence[Statement],
    changed: Iterable[str],
    wanted: Iterable[str],
    seeing: Iterable[Statement] = (),
) -> list[Statement]:
    """Return the statements to run again, in order, for the relations `wanted`.

    `changed` are relations that are other ones now; `seeing` are statements that run
    again besides, for what else has changed.

    >>> names = {"a": "x", "b": "a", "c": "y", "d": "b"}
    >>> steps = [Statement(n, "", makes=(n,), reads=(r,)) for n, r in names.items()]
    >>> [each.name for each in affected_steps(steps, "x", "b")]
    ['a', 'b']
    """
    others = affected_relations(written_after(statements), changed)
    needed = set(wanted)
    for each in reversed(statements):
        if each.writes & needed:
            needed |= each.inputs
    also = set(map(id, seeing))
    return [
        each
        for each in statements
        if (each.writes & others or id(each) in also) and each.writes & needed
    ]


def needed_facts(facts: Sequence[Statement], names: Iterable[str]) -> list[Statement]:
    """Return facts by name with all that they read, in the order in which they stand.

    >>> reads = {"a": "x", "b": "x", "c": "a"}
    >>> facts = [Statement(n, "", reads=(r,)) for n, r in reads.items()]
    >>> [each.name for each in needed_facts(facts, ["c"])]
    ['a', 'c']
    """
    wanted = set(names)
    found: list[Statement] = []
    for fact in reversed(facts):
        if fact.name in wanted:
            found.append(fact)
            wanted.update(fact.reads)
    return found[::-1]


def dependent_facts(
    facts: Sequence[Statement], names: Iterable[str]
) -> list[Statement]:
    """Return the facts that read some relations, or what is made of them, in order.

    >>> reads = {"a": "x", "b": "y", "c": "a"}
    >>> facts = [Statement(n, "", reads=(r,)) for n, r in reads.items()]
    >>> [each.name for each in dependent_facts(facts, ["x"])]
    ['a', 'c']
    """
    changed = set(names)
    found: list[Statement] = []
    for fact in facts:
        if fact.name not in changed and changed.intersection(fact.reads):
            changed.add(fact.name)
            found.append(fact)
    return found
