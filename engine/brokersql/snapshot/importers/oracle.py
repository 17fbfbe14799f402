"""Queries of PanDA's tables for PostgreSQL, translated for Oracle.

Both databases have the same tables. What differs by more than types, conditions as
values and functions stands in sql/snapshot/import/panda-oracle instead.
"""

from __future__ import annotations

from typing import cast

from sqlglot import exp, parse_one

#: Tables of the other schema: a session has one current schema, and no search path.
_ELSEWHERE = {name: "atlas_pandameta" for name in ("sitedata", "users")}
_TYPES = {
    exp.DataType.Type.BIGINT: "NUMBER(18)",
    exp.DataType.Type.DOUBLE: "BINARY_DOUBLE",
    exp.DataType.Type.TEXT: "VARCHAR2(1)",
    exp.DataType.Type.TIMESTAMP: "DATE",
}
#: Casts that Oracle needs of NULL only: its columns and parameters have these types.
_UNTYPED = (exp.DataType.Type.TEXT, exp.DataType.Type.TIMESTAMP)
_CONDITION = (exp.Predicate, exp.Connector, exp.Not, exp.RegexpLike)


def oracle_text(text: str) -> str:
    """Return a query for PostgreSQL as one for Oracle; its header stays.

    >>> print(oracle_text("select n::bigint as n, r ~ 'US=2' as scout from t as t"))
    SELECT
      CAST(n AS NUMBER(18)) AS n,
      CASE WHEN REGEXP_LIKE(r, 'US=2') THEN 1 ELSE 0 END AS scout
    FROM t t
    """
    lines = text.splitlines()
    n_header = next(at for at, line in enumerate(lines) if not line.startswith("--"))
    tree = parse_one("\n".join(lines[n_header:]), read="postgres")
    for node in reversed(list(tree.walk())):  # what is inside first
        node.replace(_conditions_as_numbers(_of_oracle(node)))
    query = tree.sql("oracle", pretty=True, comments=False)
    return "\n".join([*lines[:n_header], query])


def _of_oracle(node: exp.Expr) -> exp.Expr:
    """Return a node in the words of Oracle."""
    match node:
        case exp.Cast(this=exp.Literal() as day, to=exp.DataType(this=kind)) if (
            kind == exp.DataType.Type.TIMESTAMP
        ):
            return exp.DateStrToDate(this=day)
        case exp.Cast(this=value, to=exp.DataType(this=kind)) if kind in _TYPES:
            if kind in _UNTYPED and not isinstance(value, exp.Null):
                return cast("exp.Expr", value)
            return exp.cast(value.unnest(), exp.DataType.build(_TYPES[kind], udt=True))
        case exp.Filter(
            this=exp.Count(this=exp.Star()), expression=exp.Where(this=held)
        ):
            return exp.Count(this=exp.Case().when(held, exp.Literal.number(1)))
        case exp.Filter(this=exp.AggFunc(this=value) as counted, expression=where):
            counted.set("this", exp.Case().when(where.this, value))
            return counted
        case exp.JSONExtractScalar(
            this=value, expression=exp.JSONPath(expressions=[_, key])
        ):
            if value.name == "to_jsonb":  # a column that older schemas lack
                return exp.column(key.name)
            return exp.func("json_value", value, exp.Literal.string(f"$.{key.name}"))
        case exp.TimestampTrunc(this=value):
            return exp.func("trunc", value, exp.Literal.string("MI"), dialect="oracle")
        case exp.Interval(unit=exp.Var(name=name) as unit):
            unit.set("this", name.removesuffix("S"))
        case exp.Table(name=name, db="") if name in _ELSEWHERE:
            node.set("db", exp.to_identifier(_ELSEWHERE[name]))
        case _:
            pass
    return node


def _conditions_as_numbers(node: exp.Expr) -> exp.Expr:
    """Return a node whose values are none of the type boolean, which Oracle lacks."""
    match node:
        case exp.Select() | exp.Group():
            node.set("expressions", [_number(each) for each in node.expressions])
        case exp.If():
            node.set("true", _number(node.args["true"]))
        case _:
            pass
    return node


def _number(value: exp.Expr) -> exp.Expr:
    """Return a value, 1 or 0 where it is a condition."""
    if isinstance(value, exp.Alias):
        value.set("this", _number(value.this))
    elif isinstance(value, exp.Coalesce) and isinstance(value.this, _CONDITION):
        return _number(value.this)
    elif isinstance(value, _CONDITION):
        one, other = exp.Literal.number(1), exp.Literal.number(0)
        return exp.Case().when(value, one).else_(other)
    return value
