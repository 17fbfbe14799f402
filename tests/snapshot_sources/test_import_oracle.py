"""Queries for PostgreSQL, as an import sends them to Oracle."""

from __future__ import annotations

import pytest
from sqlglot import exp, parse_one

from brokersql.snapshot.importers import database_kinds
from brokersql.snapshot.importers.oracle import oracle_text

ORACLE = database_kinds()["panda-oracle"]
POSTGRES = database_kinds()["panda-postgres"]
FETCHED = sorted(ORACLE.statements() - {"begin", "clock", "exists", "version"})


def columns(text: str, dialect: str) -> list[str]:
    """Return the names of the columns of a query's result."""
    query = parse_one(text, read=dialect)
    assert isinstance(query, exp.Query)
    return query.named_selects


@pytest.mark.parametrize(
    ("postgres", "oracle"),
    [
        ("n::bigint", "CAST(n AS NUMBER(18))"),
        (
            "sum(n::float8)::float8",
            "CAST(SUM(CAST(n AS BINARY_DOUBLE)) AS BINARY_DOUBLE)",
        ),
        ("data::text", "data"),
        ("data ->> 'key'", "JSON_VALUE(data, '$.key')"),
        ("(to_jsonb(t) ->> 'n')::bigint", "CAST(n AS NUMBER(18))"),
        ("null::text", "CAST(NULL AS VARCHAR2(1))"),
        ("null::timestamp", "CAST(NULL AS DATE)"),
        (":now::timestamp - interval '6 hours'", ":now - INTERVAL '6' HOUR"),
        (
            "nullif(s, timestamp '1970-01-01')",
            "NULLIF(s, TO_DATE('1970-01-01', 'YYYY-MM-DD'))",
        ),
        ("date_trunc('minute', s)", "TRUNC(s, 'MI')"),
        ("count(*) filter (where a = 1)", "COUNT(CASE WHEN a = 1 THEN 1 END)"),
        ("min(s) filter (where a = 1)", "MIN(CASE WHEN a = 1 THEN s END)"),
        ("a = 'Y'", "CASE WHEN a = 'Y' THEN 1 ELSE 0 END"),
        (
            "coalesce(a ~ 'US=2', false)",
            "CASE WHEN REGEXP_LIKE(a, 'US=2') THEN 1 ELSE 0 END",
        ),
        (
            "case when a = 1 then b = 2 end",
            "CASE WHEN a = 1 THEN CASE WHEN b = 2 THEN 1 ELSE 0 END END",
        ),
        ("coalesce(a, 0)", "COALESCE(a, 0)"),
    ],
)
def test_an_expression_is_translated(postgres: str, oracle: str) -> None:
    found = " ".join(oracle_text(f"select {postgres} as it").split())
    assert found == f"SELECT {oracle} AS it"


def test_tables_conditions_and_headers_of_a_query() -> None:
    header = ["-- with: work", "-- A title."]
    query = "select 1 from users as u, jobs as j where u.a = 'Y'"
    lines = oracle_text("\n".join([*header, query])).splitlines()
    assert lines[:2] == header
    query = " ".join(" ".join(lines[2:]).split())
    assert query == "SELECT 1 FROM atlas_pandameta.users u, jobs j WHERE u.a = 'Y'"


def test_a_key_of_groups_is_translated_as_where_it_is_selected() -> None:
    query = " ".join(oracle_text("select a = 'Y' from t group by a = 'Y'").split())
    assert query.count("CASE WHEN a = 'Y' THEN 1 ELSE 0 END") == 2


@pytest.mark.parametrize("name", FETCHED)
def test_both_servers_give_the_same_columns(name: str) -> None:
    found = columns(ORACLE.statement(name), "oracle")
    assert found == columns(POSTGRES.statement(name), "postgres")


def test_files_for_oracle_are_sent_as_they_are() -> None:
    assert "to_clob(value_json)" in ORACLE.statement("gdp_config")
    assert "set transaction read only" in ORACLE.statement("begin")
