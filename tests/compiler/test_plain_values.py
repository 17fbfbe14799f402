"""What the compiler writes does not meet the fault of DuckDB that it knows of."""

from __future__ import annotations

import duckdb
import pytest

from brokersql.compiler import PairProgram, compile_policy
from brokersql.compiler.plain_values import plain_values
from brokersql.policy import load_policy, shipped_policies
from tests.faults.injecting import CHANGED_IDENTITY, NOT_A_DICTIONARY

FAULTS = {"cache": CHANGED_IDENTITY, "join": NOT_A_DICTIONARY}


@pytest.mark.parametrize("name", FAULTS)
def test_duckdb_still_has_the_fault(name: str) -> None:
    tables, query = FAULTS[name]
    connection = duckdb.connect()
    connection.execute(tables)
    try:
        connection.execute(query).fetchall()
    except duckdb.InternalException as error:
        assert "dict-surviving" in str(error)
    else:
        pytest.fail(
            f"DuckDB {duckdb.__version__} is free of the fault '{name}': what avoids "
            "it (compiler/plain_values.py, a setting in database.py) may go"
        )


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("n_threads", [1, 2])
def test_rewritten_statements_are_free_of_it(name: str, n_threads: int) -> None:
    tables, query = FAULTS[name]
    connection = duckdb.connect(config={"threads": n_threads})
    connection.execute(tables)
    rows = connection.execute(plain_values(query)).fetchall()
    plain = duckdb.connect(config={"enable_optimizer": False})
    plain.execute(tables)
    plain.execute("create table kept as from fact join dim using (k)")
    assert rows
    if name == "join":
        asked = "select count(*), max(if(flag, 'zzz', s)) from kept"
        assert rows == plain.execute(asked).fetchall()
    else:
        asked = "select i, if(flag, 0, v) from kept where i % 500 = 3 order by i"
        assert sorted(rows) == plain.execute(asked).fetchall()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select if(a, b, c)::int", "select greatest(if(a, b, c))::int"),
        ("select nullif(x, 0) as y", "select greatest(nullif(x, 0)) as y"),
        ("select y / nullif(x, 0)", "select y / nullif(x, 0)"),
        ("select case when a then -1 else 0 end", None),
        ("select x from t where case when a then b end", None),
        ("create schema if not exists s", None),
        ("select 'case' as x -- case when a then b end", None),
        (
            "select case when case when a then b end then c else (d) end",
            "select greatest(case when case when a then b end then c else (d) end)",
        ),
        (
            "create macro f(x) as case when x > 0 then x end",
            "create macro f(x) as greatest(case when x > 0 then x end)",
        ),
    ],
)
def test_what_is_rewritten(text: str, expected: str | None) -> None:
    assert plain_values(text) == (expected or text)


@pytest.mark.parametrize(
    "value", ["nullif(x, 'a')", "if(n > 1, x, y)", "case when n > 1 then x else y end"]
)
@pytest.mark.parametrize(
    "query",
    [
        "select {0} || '' as v, count(*) from t group by {0}",
        "select {0} = 'b' as v, count(*) from t as t group by {0}",
        "select case when {0} is null then '' else {0} end from t group by {0}",
        "select {0} as v, {0} || '!', count(*) from t group by v",
        "select {0} || '' from t group by {0} order by {0}",
        "select distinct on ({0}) {0} || '' from t order by {0}",
        "select distinct {0} from t order by {0}",
    ],
)
def test_a_query_means_the_same(query: str, value: str) -> None:
    connection = duckdb.connect()
    connection.execute(
        "create table t as from (values ('a', 'b', 1), ('b', 'c', 2), (null, 'd', 3)) "
        "as t(x, y, n)"
    )
    plain = query.format(value)
    written = plain_values(plain)
    assert written != plain
    rows = connection.execute(written).fetchall()
    assert sorted(map(str, rows)) == sorted(
        map(str, connection.execute(plain).fetchall())
    )


@pytest.mark.parametrize("policy", shipped_policies())
def test_all_statements_of_a_policy_are_rewritten(policy: str) -> None:
    program = compile_policy(load_policy(policy))
    texts = [each.sql for each in program.statements]
    if isinstance(program, PairProgram):
        queries = (program.verdict_select, program.reported, program.reasons.sql())
        assert all("greatest(" in each for each in queries)
        texts += [*queries, program.survivor_select, program.cap_reasons]
    assert any("greatest(case" in text for text in texts)
    assert [text for text in texts if plain_values(text) != text] == []
