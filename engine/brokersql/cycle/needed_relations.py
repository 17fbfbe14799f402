"""The relations that lead to the results of a policy, from the tables on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from brokersql.compiler import PairProgram, Statement
from brokersql.compiler.parse import read_statement
from brokersql.core.sql_files import result_sql
from brokersql.cycle.plan import Options, Plan, kept_tables
from brokersql.cycle.stages import reports


@dataclass(frozen=True, slots=True)
class NeededRelations:
    """The relations that are `wanted`, by name.

    Texts of statements are to be `skipped`, or to make `views` where they say tables.
    """

    wanted: frozenset[str]
    skipped: frozenset[str]
    views: frozenset[str]


def needed_relations(
    statements: Sequence[Statement], results: Iterable[str], kept: Sequence[str]
) -> NeededRelations:
    """Return what leads to the results, at any distance.

    `results` are relations that their queries read, each as often as it is; `kept` are
    tables that others look at. Statements that make nothing are always needed.

    >>> made = [Statement("a", "A", makes=("a",), reads=("t",)),
    ...         Statement("b", "B", makes=("b",), reads=("a",)), Statement("c", "C")]
    >>> needed_relations(made, ["b"], []).views == {"A", "B"}
    True
    """
    uses = Counter(results)
    wanted = {*uses, *kept}
    for each in reversed(statements):
        if not each.writes or wanted & each.writes:
            wanted.update(each.reads)
    left = [each for each in statements if not each.makes or wanted & {*each.makes}]
    once = _read_once(left, uses) - {*kept}
    skipped = {each.sql for each in statements} - {each.sql for each in left}
    views = {each.sql for each in left if len(each.makes) == 1 and once & {*each.makes}}
    return NeededRelations(frozenset(wanted), frozenset(skipped), frozenset(views))


def _read_once(statements: Sequence[Statement], uses: Counter[str]) -> frozenset[str]:
    """Return tables that are read at one place, and read nothing that changes."""
    changing = {name for each in statements for name in each.changes}
    for each in statements:
        if each.is_view and changing.intersection(each.reads):
            changing.update(each.makes)
    once: set[str] = set()
    for each in reversed(statements):
        is_kept = bool(each.makes) and not each.is_view
        times = 1
        if not is_kept:
            times = max([uses[name] for name in each.makes], default=1)
        elif [uses[name] for name in each.makes] == [1] and not changing.intersection(
            (*each.makes, *each.reads)
        ):
            once.update(each.makes)
        for name in each.reads:
            uses[name] += times
    return frozenset(once)


def decided_tables(plan: Plan, options: Options) -> list[str]:
    """Return the names of the result tables that each snapshot has."""
    kept = kept_tables(plan.program, options)
    return [name for name in kept if name != "criterion"]


#: Relations whose rows are counted.
_ALWAYS = ("x_unit", "x_partner", "unit")


def relations_for(plan: Plan, options: Options) -> NeededRelations:
    """Return the relations that lead to the results, from the tables on."""
    names, program = decided_tables(plan, options), plan.program
    results = [result_sql(name, program.decides) for name in names]
    made = program.statements
    if isinstance(program, PairProgram):
        if "exclusion" in names:
            results += [program.reported, result_sql("names")]
        elif "verdict" in names:
            results.append(result_sql("names"))
        made += tuple(_read(each.name, each.sql) for each in reports(program.decides))
    if plan.asked is not None:
        asked_pair = _read("asked_pair", result_sql("asked_pair"))
        made = (*plan.asked.program.statements, asked_pair, *made)
    read = [name for sql in results for name in _read("result", sql).reads]
    return needed_relations(made, read, _ALWAYS)


_read = cache(read_statement)
