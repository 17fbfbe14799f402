"""Keeps columns of joins from leaving a CASE as shared dictionaries.

DuckDB 2.0.0 gives the columns of a small join side as one dictionary for all rows, and
takes for granted that an operator which got it once gets it always. CASE, IF and NULLIF
break that: they hand the column on as it is where all rows of a chunk take that branch,
and plain values elsewhere, whereupon the next join or cache fails internally. The value
of any other function is safe, so such an expression is written as the only argument of
`greatest`, which gives it back. tests/compiler/test_plain_values.py holds a query that
fails without, and shows when a newer DuckDB does not need this any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import TypeVar, cast

from sqlglot import tokenize
from sqlglot.tokenizer_core import Token, TokenType

from brokersql.compiler.parse import DIALECT
from brokersql.compiler.program import BitSql, Program, Reasons, Statement

P = TypeVar("P", bound=Program | Statement | BitSql | Reasons)
#: Fields of a program, and of what it holds, that are texts which DuckDB runs.
_TEXTS = (
    *("verdict_select", "survivor_select", "reported", "cap_reasons"),
    *("sql", "pieces"),
)
_FUNCTIONS = ("if", "nullif")
_CASE = re.compile(r"\b(case|if|nullif)\b", re.IGNORECASE)
_OPENS = (TokenType.L_PAREN, TokenType.CASE)
_CLOSES = (TokenType.R_PAREN, TokenType.END)
#: Next to these an expression is an operand: its value goes no further.
_OPERATORS = (
    *("+", "-", "*", "/", "//", "%", "||", "=", "<>", "!=", "<", ">", "<=", ">="),
    *("and", "or", "not", "is", "in", "between", "like", "when", "where", "on"),
)
_LITERALS = (
    *(TokenType.NUMBER, TokenType.STRING, TokenType.NULL),
    *(TokenType.TRUE, TokenType.FALSE, TokenType.DASH),
)


def with_plain_values(program: P) -> P:
    """Return a program, or a part of one, all of whose texts avoid the fault."""
    changed = {
        each.name: _plain(getattr(program, each.name), each.name in _TEXTS)
        for each in fields(program)
    }
    return replace(program, **changed)


def _plain(value: object, is_text: bool = False) -> object:
    if isinstance(value, Statement | BitSql | Reasons):
        return with_plain_values(value)
    if isinstance(value, tuple):
        return tuple(_plain(each, is_text) for each in cast(tuple[object, ...], value))
    return plain_values(value) if is_text and isinstance(value, str) else value


def plain_values(sql: str) -> str:
    """Return a statement in which no CASE, IF or NULLIF hands a column on.

    >>> plain_values("select case when a then b else 0 end as c")
    'select greatest(case when a then b else 0 end) as c'
    >>> plain_values("select case when a then 1 else 0 end, x / nullif(y, 0)")
    'select case when a then 1 else 0 end, x / nullif(y, 0)'
    """
    if not _CASE.search(sql):
        return sql
    places = list(_expressions(tokenize(sql, read=DIALECT)))
    added = sorted(
        [(first, "greatest(") for first, _ in places]
        + [(last, ")") for _, last in places]
    )
    parts: list[str] = []
    done = 0
    for place, text in added:
        parts += [sql[done:place], text]
        done = place
    return "".join((*parts, sql[done:]))


def _expressions(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where the expressions begin and end that may hand a column on.

    With GROUP BY these are all, whatever is around them: one that is grouped by is
    the same wherever it stands.
    """
    is_grouped = any(each.token_type is TokenType.GROUP_BY for each in tokens)
    place = 0
    while place < len(tokens):
        end = _end(tokens, place)
        if end is None:
            place += 1
            continue
        before = [each.text.lower() for each in tokens[max(place - 2, 0) : place]]
        after = [each.text.lower() for each in tokens[end + 1 : end + 2]]
        is_operand = any(each in _OPERATORS for each in (*before[-1:], *after))
        is_done = before == ["greatest", "("] and after == [")"]
        is_safe = is_done or _is_constant(tokens[place : end + 1])
        if not is_safe and (is_grouped or not is_operand):
            yield tokens[place].start, tokens[end].end + 1
        place = place + 1 if is_grouped else end + 1


def _end(tokens: Sequence[Token], place: int) -> int | None:
    """Return where the CASE, IF or NULLIF that begins here ends; None if none does."""
    start = place
    if tokens[place].token_type is not TokenType.CASE:
        after = tokens[place + 1 : place + 2]
        is_call = bool(after) and after[0].token_type is TokenType.L_PAREN
        if not is_call or tokens[place].text.lower() not in _FUNCTIONS:
            return None
        start = place + 1
    depth = 0
    for number in range(start, len(tokens)):
        kind = tokens[number].token_type
        depth += (kind in _OPENS) - (kind in _CLOSES)
        if depth == 0:
            return number
    return None


def _is_constant(tokens: Sequence[Token]) -> bool:
    """Return whether all values of a CASE are literals."""
    if tokens[0].token_type is not TokenType.CASE:
        return False
    depth, is_value = 0, False
    for each in tokens:
        kind = each.token_type
        depth += (kind in _OPENS) - (kind in _CLOSES)
        if depth == 1 and kind in (TokenType.THEN, TokenType.ELSE):
            is_value = True
        elif depth == 1 and kind is TokenType.WHEN:
            is_value = False
        elif is_value and depth > 0 and kind not in _LITERALS:
            return False
    return True
