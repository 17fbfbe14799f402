"""A rewritten statement does for each snapshot what the plain one does for one."""

from __future__ import annotations

from functools import cache

import pytest

from brokersql.compiler.batch_rewrite import (
    UnbatchableError,
    rewrite_for_cycles,
    rewrite_with_shared,
)
from brokersql.core.database import Database

#: Rows by snapshot: t (key, part, n), u (key, note); snapshot 2 has no u, 3 no row.
T = {
    0: [(1, "a", 5), (2, "a", None), (3, "b", 7), (3, "c", 7)],
    1: [(1, "b", 2), (4, "b", 9)],
    2: [(1, "a", 1), (9, None, 0)],
    3: [],
}
U = {0: [(1, "x"), (3, None), (3, "y")], 1: [(4, "z"), (None, "n")], 2: [], 3: []}

SHAPES = {
    "star": "from t",
    "star of one": "select t.*, 1 as one from t where t.n > 1",
    "star without": "select t.* exclude (n) from t",
    "crossed": "select t.key, u.note from t cross join u",
    "comma": "select t.key, u.note from t, u where t.key = u.key",
    "inner": "select t.key, u.note from t inner join u on t.key = u.key",
    "using": "select t.key, u.note from t left join u using (key)",
    "left": "select t.key, u.note from t left join u on t.key = u.key and t.n > 1",
    "semi": "select t.key from t semi join u on t.key = u.key",
    "anti": "select t.key from t anti join u on t.key = u.key",
    "aliases": "select a.key, b.n from t as a inner join t as b on a.n = b.n",
    "constant rows": "select t.key, v.x from t cross join (values (1), (2)) as v (x)",
    "constant first": "select v.x, t.n from unnest([1, 2]) as v (x) "
    "inner join t on t.key = v.x",
    "nothing": "select 1 as one",
    "unnested": "select t.key, unnest([t.n, 0]) as n from t",
    "grouped": "select t.part, sum(t.n) as n from t group by t.part",
    "grouped by place": "select t.part, count(*) as n from t group by 1",
    "grouped by all": "select t.part, max(t.key) as n from t group by all",
    "having": "select t.key from t group by t.key having count(*) > 1",
    "one row": "select count(*) as n, sum(t.n) as s, "
    "list(t.n order by t.n) as l from t",
    "one row of a join": "select count(u.key) as n from t "
    "inner join u on t.key = u.key",
    "one row, filtered": "select max(t.n) filter (where t.n < 6) as n from t "
    "having count(*) > 1",
    "crossed with one row": "select t.key, size.n from t "
    "cross join (select count(*) as n from u) as size",
    "distinct": "select distinct t.part, t.n from t",
    "distinct on": "select distinct on (t.key) t.key, t.part from t "
    "order by t.key, t.part",
    "window": "select t.key, row_number() over (order by t.key, t.part) as no, "
    "sum(t.n) over () as s, count(*) filter (where t.n > 1) over () as c from t",
    "window of groups": "select t.part, sum(count(*)) over () as n "
    "from t group by t.part",
    "named window": "select t.key, sum(t.n) over w as n from t "
    "window w as (partition by t.part)",
    "qualify": "select t.part, t.key from t "
    "qualify row_number() over (partition by t.part order by t.key desc) = 1",
    "union": "select t.key from t union select u.key from u",
    "union all of a constant": "select t.key from t union all select 7",
    "except": "select t.key from t except select u.key from u",
    "in": "select t.key from t where t.key in (select u.key from u)",
    "not in, with NULL": "select t.key from t where t.key not in (select u.key from u)",
    "in, same name": "select t.key from t where t.n in (select max(t.n) as n from t)",
    "exists": "select t.key from t "
    "where not exists (select 1 as one from u where u.key = t.key)",
    "scalar": "select t.key, (select count(*) as n from u) as n from t",
    "scalar, correlated": "select t.key, "
    "(select count(*) as n from u where u.key = t.key) as n from t",
    "scalar alone": "select (select max(u.key) as n from u) as n",
    "first rows": "select t.key, t.part from t order by t.key desc, t.part limit 1",
    "cte": "with big as (select t.* from t where t.n > 1), "
    "sums as (select count(*) as n from big) "
    "select big.key, sums.n from big cross join sums",
    "nested": "select q.part from "
    "(select t.part, count(*) as n from t group by t.part) as q where q.n > 1",
    "recursive": "with recursive down as (select t.key, t.n from t where t.n < 6 "
    "union all select down.key, down.n - 1 from down where down.n > 0) "
    "select down.key, count(*) as n from down group by down.key",
    "recursive, by rank": "with recursive turn as ("
    "select 0 as no, null::integer as key union all "
    "(with next as (select t.key from t cross join turn "
    "where t.key > coalesce(turn.key, 0) "
    "qualify row_number() over (order by t.key) = 1) "
    "select turn.no + 1, next.key from turn cross join next)) "
    "select turn.no, turn.key from turn",
}
CHANGES = {
    "update": "update t set n = 0 where t.key = 1",
    "update from": "update t set n = hit.key from (select u.key from u) as hit "
    "where t.key = hit.key",
    "delete": "delete from t where t.key in (select u.key from u)",
    "delete not in": "delete from t where t.key not in (select u.key from u)",
    "insert": "insert into t select u.key, u.note, 1 from u",
    "insert, named": "insert into t (key, n) select max(u.key) as key, 3 from u",
}
#: Shapes with another meaning per snapshot than we know how to write.
REFUSED = {
    "full join": "select t.key from t full join u on t.key = u.key",
    "right join": "select u.key from t right join u on t.key = u.key",
    "using, and its key alone": "select key from t inner join u using (key)",
    "asof": "select t.key from t asof join u on t.key >= u.key",
    "rollup": "select t.part, count(*) as n from t group by rollup (t.part)",
    "sample": "select t.key from t using sample 10 rows",
    "lateral": "select v.n from t cross join lateral (select t.n) as v",
    "first rows of a union": "select t.key from t union select u.key from u limit 1",
    "macro of relations": "create macro top() as (select max(t.key) from t)",
    "pivot": "pivot t on part using sum(n)",
}

SHARED = frozenset({"u"})


def opened(snapshots: list[int], *, is_many: bool, is_shared: bool = False) -> Database:
    """Return a database with the rows of snapshots, numbered if there are many.

    Where u is shared, it has the rows of snapshot 0 in all.
    """
    database = Database.open(threads=1)
    t, u = ("t (key integer, part varchar, n integer)", "u (key integer, note varchar)")
    for schema, is_numbered in ((t, is_many), (u, is_many and not is_shared)):
        text = f"create table {schema}"
        database.run(rewrite_for_cycles(text) if is_numbered else text)
    for number in snapshots:
        for row in T[number]:
            insert(database, "t", (*row, number) if is_many else row)
        for row in () if is_shared else U[number]:
            insert(database, "u", (*row, number) if is_many else row)
    for row in U[0] if is_shared else ():
        insert(database, "u", row)
    database.run("create table x_cycle as from range(4) as numbers (cycle_no)")
    return database


def insert(database: Database, name: str, values: tuple[object, ...]) -> None:
    places = ", ".join("?" for _ in values)
    database.run(f"insert into {name} values ({places})", values)


@cache
def alone(number: int, *, is_shared: bool = False) -> Database:
    """Return the database of one snapshot, for queries only."""
    return opened([number], is_many=False, is_shared=is_shared)


def expected(sql: str, *, is_shared: bool = False) -> list[tuple[object, ...]]:
    """Return the rows that a query finds in each snapshot alone, its number behind."""
    found = [
        (*row, number)
        for number in T
        for row in alone(number, is_shared=is_shared).rows(sql)
    ]
    return sorted(found, key=repr)


def changed(sql: str, *, is_shared: bool = False) -> list[tuple[object, ...]]:
    """Return the rows of t of each snapshot after a change, its number behind."""
    found: list[tuple[object, ...]] = []
    for number in T:
        database = opened([number], is_many=False, is_shared=is_shared)
        database.run(sql)
        found += [(*row, number) for row in database.rows("from t")]
    return sorted(found, key=repr)


@cache
def many(*, is_shared: bool = False) -> Database:
    """Return the database of all snapshots, for queries only."""
    return opened(list(T), is_many=True, is_shared=is_shared)


def rewritten(sql: str, *, is_shared: bool) -> str:
    """Return a statement for all snapshots, of which u may be the same."""
    if is_shared:
        return rewrite_with_shared(sql, SHARED).sql
    return rewrite_for_cycles(sql)


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_query_has_the_rows_of_each_snapshot(shape: str, is_shared: bool) -> None:
    sql = rewritten(SHAPES[shape], is_shared=is_shared)
    found = many(is_shared=is_shared).rows(sql)
    assert sorted(found, key=repr) == expected(SHAPES[shape], is_shared=is_shared)


@pytest.mark.parametrize("kind", ["table", "view"])
def test_what_is_made_of_a_query_has_them_too(kind: str) -> None:
    many().run(
        rewrite_for_cycles(
            f"create or replace temp {kind} made_{kind} as {SHAPES['left']}"
        )
    )
    found = many().rows(f"from made_{kind}")
    assert sorted(found, key=repr) == expected(SHAPES["left"])


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_changes_each_snapshot(change: str, is_shared: bool) -> None:
    database = opened(list(T), is_many=True, is_shared=is_shared)
    database.run(rewritten(CHANGES[change], is_shared=is_shared))
    found = sorted(database.rows("from t"), key=repr)
    assert found == changed(CHANGES[change], is_shared=is_shared)


def test_what_is_made_of_the_same_is_the_same() -> None:
    made = rewrite_with_shared(
        "create table v as with t as (from u) select t.key from t", SHARED
    )
    assert made.shared
    assert "cycle_no" not in made.sql
    for text in (
        "create table v as select t.key from u cross join t",
        "create table v as select u.key from u where exists (from t)",
        "create table v (key integer)",
        "insert into t select u.key, u.note, 1 from u",
    ):
        assert not rewrite_with_shared(text, SHARED).shared


@pytest.mark.parametrize("shape", REFUSED)
def test_what_cannot_be_rewritten_is_refused(shape: str) -> None:
    with pytest.raises(UnbatchableError):
        rewrite_for_cycles(REFUSED[shape])


def test_an_ordered_query_gives_one_snapshot_after_the_other() -> None:
    rows = many().rows(
        rewrite_for_cycles("select t.key, t.part from t order by t.key desc, t.part")
    )
    assert [row[-1] for row in rows] == sorted(
        number for number in T for _ in T[number]
    )
    assert [row[0] for row in rows][:4] == [3, 3, 2, 1]


def test_settings_and_macros_stay_as_they_are() -> None:
    text = "set disabled_optimizers = getvariable('disabled_optimizers') || ',top_n'"
    assert rewrite_for_cycles(text).lower() == text
    macro = "create or replace macro twice(n) as n * 2"
    assert rewrite_for_cycles(macro) == macro
