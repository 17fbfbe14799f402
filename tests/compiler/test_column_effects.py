"""A value of one column changes no relation but those that are said to see it."""

from __future__ import annotations

from collections.abc import Iterable, Set

import pytest

from brokersql.compiler.column_effects import effects_of
from brokersql.compiler.parse import read_statement
from brokersql.core.database import SqlError, literal, quote
from brokersql.core.errors import CycleError
from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.cycle.plan import affected_steps
from brokersql.cycle.stages import PairStage
from brokersql.policy import shipped_policies
from brokersql.snapshot import Snapshot, contract
from tests.cli.calling import DEMO

#: Of so many columns one is looked at where not all are.
EVERY = 40
#: By type, other values than that of a row; what it cannot have is left out.
OTHERS = {
    "BOOLEAN": ("not coalesce({0}, false)", "null"),
    "VARCHAR": ("'other'", "null"),
    "TIMESTAMP": ("{0} - interval 1 day", "null"),
}
NUMBERS = ("coalesce({0}, 0) + 1", "null")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # a selected column changes its own, a condition which rows there are
        ("select t.a, t.b as c from t where t.d", "t.a>a t.b>c t.d>*"),
        ("select * from t", "t.*>="),
        ("select t.* exclude (a) from t where t.b", "t.*>= t.b>*"),
        ("select * replace (t.a as b) from t", "t.*>* t.a>*"),
        ("select distinct t.a from t", "t.a>*"),
        ("select t.a, sum(t.b) as n from t group by t.a", "t.a>* t.b>n"),
        ("select t.a, sum(t.b) as n from t group by all", "t.a>* t.b>n"),
        ("select t.a, t.b from t group by 1, 2", "t.a>* t.b>*"),
        ("select t.a, unnest(t.b) as b from t", "t.a>a t.b>*"),
        ("select t.a as c, c + 1 as d from t", "t.a>c,d t.c>d"),
        ("select t.a as c, t.b from t where c > 1", "t.a>* t.b>b t.c>*"),
        ("select t.a from t order by t.b limit 1", "t.a>a t.b>*"),
        ("select row_number() over (order by t.a) as n, t.b from t", "t.a>n t.b>b"),
        ("select t.b from t qualify max(t.a) over () = t.b", "t.a>* t.b>*"),
        ("select t.s.x as y from t", "t.s>y"),
        ("select t as r, t.a from t", "t.*>r t.t>r t.a>a"),
        ("select count(*) as n from t", "t.*>*"),
        ("select t.k, max(columns('m.*')) from t group by t.k", "t.*>* t.k>*"),
        ("select t.a, sum(t.b) as n from t group by rollup (1)", "t.a>* t.b>*"),
        ("select #1 as b, t.a from t", "t.*>*"),
        ("select t.a + 1, t.b from t", "t.a>* t.b>b"),
        ("select generate_subscripts(t.a, 1) as i, t.b from t", "t.a>* t.b>b"),
        # joins
        ("select t.a from t join u on t.k = u.k", "t.a>a t.k>* u.k>*"),
        ("select t.a, u.b from t join u using (k)", "t.a>a u.b>b t.k>* u.k>*"),
        ("select * from t natural join u", "t.*>* u.*>*"),
        # of two columns of one name the second is called otherwise
        ("select t.*, u.b from t cross join u", "t.*>= u.b>b"),
        ("select t.*, u.* from t cross join u", "t.*>* u.*>*"),
        ("select * from t cross join u", "t.*>* u.*>*"),
        # queries in a query
        (
            "with q as (select t.a as b, t.c from t where t.d) select q.b as e from q",
            "t.a>e t.d>*",
        ),
        ("with q as (select * from t) select q.b as e from q", "t.b>e"),
        ("select q.b from (select t.a as b from t) as q", "t.a>b"),
        ("select q.b from (select t.a from t) as q (b)", "t.a>* t.q>b"),
        ("select b from (select t.a as b from t)", "t.a>b"),
        ("select q.c from (select t.a as b, b + 1 as c from t) as q", "t.a>* t.b>c"),
        ("select t.a, q.z from t cross join (select b as z) as q", "t.a>a t.b>*"),
        ("select q.z from t cross join (select s.x as z) as q", "t.s>*"),
        ("with t as (select t.a from t where t.b) select t.a from t", "t.a>a t.b>*"),
        ("select q.v from (from t) as q unpivot (v for n in (a, b))", "t.*>*"),
        (
            "select t.a, (select max(u.b) from u where u.k = t.k) as m from t",
            "t.a>a t.k>m u.b>m u.k>m",
        ),
        (
            "select t.a from t where exists (select u.b from u where u.k = t.k)",
            "t.a>a t.k>* u.b>* u.k>*",
        ),
        (
            "select t.a, q.b from t, (select u.b from u where u.k = t.k) as q",
            "t.a>a t.k>* u.b>b u.k>* u.t>*",
        ),
        # several queries
        (
            "select t.a, t.b from t union all select u.c, u.d from u",
            "t.a>a t.b>b u.c>a u.d>b",
        ),
        (
            "select t.a, t.b from t union all select u.c, u.c from u",
            "t.a>a t.b>b u.c>a,b",
        ),
        ("select t.a from t union select u.c from u", "t.a>* u.c>*"),
        ("select t.a from t except select u.c from u", "t.a>* u.c>*"),
        ("with recursive q as (from t union all from q) select q.a from q", "t.*>*"),
        # parameters
        ("select t.a, cfg.n as m from t, cfg where cfg.b", "t.a>a cfg.n>m cfg.b>*"),
        ("select t.a, getvariable('cfg_n') as m from t", "t.a>a cfg.n>m"),
        ("select t.a, c.n as m from t cross join cfg as c", "t.a>a cfg.n>m"),
        ("select t.a from t cross join cfg where n", "t.a>a t.n>* cfg.n>*"),
        # what is not looked at
        ("select t.a from t asof join u on t.k >= u.k", "t.*>* u.*>*"),
    ],
)
def test_what_changes_in_a_result(query: str, expected: str) -> None:
    step = read_statement("made", f"create table made as {query}")
    found = effects_of(step).items()
    shown = (f"{'.'.join(key)}>{','.join(sorted(it))}" for key, it in found)
    assert sorted(shown) == sorted(expected.split())


@pytest.mark.parametrize("policy", shipped_policies())
def test_other_values_change_only_what_sees_the_column(policy: str) -> None:
    """Whatever reads the table runs again, on a sample of the columns."""
    sees(policy, EVERY)


@pytest.mark.long
@pytest.mark.parametrize("policy", shipped_policies())
def test_other_values_of_every_column(policy: str) -> None:
    sees(policy, 1)


def sees(policy: str, every: int) -> None:
    """Compare all relations before and after changes of one column in `every`."""
    cycle = run_cycle(Snapshot.open(DEMO), policy, Options(threads=1))
    if isinstance(cycle.stage, PairStage):
        cycle.pairs.show_filters()
    read = {name for step in cycle.program.statements for name in step.reads}
    columns = [
        (table.name, column.name, column.type)
        for table in contract.tables().values()
        if table.name in read and cycle.database.count(table.name)
        for column in table.columns
        if column.name not in table.key  # nobody can change these alone
    ]
    looked_at = columns[::every]
    before = played_again(cycle, {table for table, *_ in looked_at})
    n_changed = 0
    for table, column, kind in looked_at:
        steps = cycle.program.seeing([f"{table}.{column}"])
        known = {name for step in steps for name in step.writes}
        for value in OTHERS.get(kind, NUMBERS):
            text = f"update {table} set {quote(column)} = {value}"
            after = played_again(cycle, {table}, text.format(quote(column)))
            changed = {it for it in after if after[it] != before[it]}
            assert changed <= known, f"{table}.{column} = {value}: {changed - known}"
            n_changed += len(changed)
    assert n_changed, "no relation is another one"


def played_again(
    cycle: FinishedCycle, tables: Set[str], change: str = ""
) -> dict[str, object]:
    """Return what tells the rows of what rests on tables, played after a change.

    Nothing where the change cannot be.
    """
    statements = cycle.program.statements
    made = {name for step in statements for name in step.writes}
    again = affected_steps(statements, tables, made)
    try:
        with cycle.database.undone():
            if change:
                cycle.database.run(change)
            for step in again:
                if not step.is_view:
                    cycle.stage.repeat(step)
            return rows_of(cycle, {name for step in again for name in step.writes})
    except (SqlError, CycleError):
        return {}


def rows_of(cycle: FinishedCycle, names: Iterable[str]) -> dict[str, object]:
    """Return what tells the rows of some relations."""
    text = "select {} as name, count(*), sum(hash(it)::hugeint) from {} as it"
    asked = (text.format(literal(name), quote(name)) for name in sorted(names))
    rows = cycle.database.rows(" union all ".join(asked))
    return {str(name): told for name, *told in rows}
