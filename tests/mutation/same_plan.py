"""Changes after which DuckDB plans a query as it did before: the same rows, always.

Of the optimizer only what knows the text of a query and nothing of rows takes part.
"""

from __future__ import annotations

import json
import re
from functools import cache

from brokersql.core.database import Database, SqlError, literal
from tests.mutation.belonging import files_of, policies_of
from tests.mutation.mutants import MACROS, ORDER, PARAMETERS, Mutant
from tests.spec.stage import Stage, load, placed, reads

#: They move conditions, fold constants, and make joins inner where NULL is refused.
OPTIMIZERS = ("filter_pushdown", "expression_rewriter", "outer_join_simplification")
SERIALIZED = "select json_serialize_plan({}, optimize := true)"
LOCATION = re.compile(r'"query_location(?:_length)?":\d+,?')
#: What set rules read has the columns of another relation.
LIKE = {"remaining": "passed"}


def has_same_plan(mutant: Mutant, text: str) -> bool:
    """Return whether the query of a file, and with the change, are one to DuckDB."""
    if not is_query(mutant):
        return False
    policy = policies_of(mutant)[0]
    own = own_name(policy, mutant.file)
    plan = plan_of(policy, own, text)
    return plan is not None and plan == plan_of(policy, own, mutant.applied(text))


def is_query(mutant: Mutant) -> bool:
    """Tell whether a mutant stands in the query of a relation."""
    return mutant.stratum not in (MACROS, PARAMETERS, ORDER)


def own_name(policy: str, file: str) -> str:
    """Return what a query is called where `tests.spec.stage` makes relations."""
    found = next(each for each in files_of(policy) if each.shown == file)
    is_fact = found.stage in ("facts", "select")
    return found.stem if is_fact else f"{found.stage}/{found.stem}"


@cache
def plan_of(policy: str, own: str, text: str) -> str | None:
    """Return the plan of a query, None where DuckDB or the stage does not make one."""
    stage = _stage(policy)
    try:
        names = {
            source: empty_table(policy, LIKE.get(source, source))
            for source in reads(text, own)
        }
        query = SERIALIZED.format(literal(placed(text, names)))
        plan = str(stage.bench.database.rows(query)[0][0])
    except (SqlError, AssertionError):
        return None
    return None if json.loads(plan)["error"] else LOCATION.sub("", plan)


@cache
def empty_table(policy: str, relation: str) -> str:
    """Return the name of a table with the columns of a relation, and no row."""
    stage = _stage(policy)
    made = stage.bench.name_of(stage.made_of(relation))
    name = f"empty_{relation}"
    stage.bench.database.run(f"create table {name} as from {made} limit 0")
    return name


@cache
def _stage(policy: str) -> Stage:
    """Return relations of a world of its own, in a database that optimizes little."""
    stage = Stage(load(policy), load(policy).profiles[0], {}, {})
    database = stage.bench.database
    database.set_variables(stage.settings)
    _leave_out_others(database)
    return stage


def _leave_out_others(database: Database) -> None:
    names = {str(row[0]) for row in database.rows("from duckdb_optimizers()")}
    others = ",".join(sorted(names - {*OPTIMIZERS}))
    database.run(f"set disabled_optimizers = '{others}'")
