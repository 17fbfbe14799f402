"""A parser other than DuckDB's own checks a query by hand and lists what it names."""

from __future__ import annotations

import re

from sqlglot import errors, exp

from brokersql.compiler.parse import function_name, parse_statements
from brokersql.compiler.program import QueryNames

#: What a query may be as a whole.
_QUERIES = (exp.Query, exp.Values, exp.Summarize, exp.Describe, exp.Show, exp.Pivot)
#: What may stand nowhere in it: a change, or what is not understood.
_FORBIDDEN = (
    *(exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Drop),
    *(exp.Alter, exp.Command, exp.Set, exp.Copy),
)
_EXPLAIN = re.compile(r"\s*explain(\s+analyze)?(\s*\([\w\s,]*\))?\s+", re.IGNORECASE)


#: How DuckDB 2 spells a lambda; what stands for it in older texts is not read.
_LAMBDA = "a lambda is written lambda x: x + 1, not x -> x + 1"


class QueryCheckError(Exception):
    """The text is no query for the second parser; `hint` says what helps."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def read_query(text: str) -> QueryNames:
    """Return what a query names, in lower case.

    Raises:
        QueryCheckError: it is not exactly one query, or cannot be read.

    >>> read_query("from queue where md5(site_name) > panda_job.x(1)").tables
    (('', 'queue'),)
    >>> read_query("explain with a as (delete from queue) from a")
    Traceback (most recent call last):
    brokersql.compiler.query_check.QueryCheckError: delete is switched off
    """
    explained = _EXPLAIN.match(text)
    tree = _parsed(text[explained.end() :] if explained else text)
    changes = [node for node in tree.walk() if isinstance(node, _FORBIDDEN)]
    for node in changes or ([] if isinstance(tree, _QUERIES) else [tree]):
        # a statement that is opaque says its keyword itself
        word = str(node.this) if isinstance(node, exp.Command) else type(node).__name__
        raise QueryCheckError(f"{word.lower()} is switched off")
    tables = [it for it in tree.find_all(exp.Table) if it.name]
    return QueryNames(
        tuple(dict.fromkeys((it.db.lower(), it.name.lower()) for it in tables)),
        tuple(dict.fromkeys(map(function_name, tree.find_all(exp.Func)))),
    )


def _parsed(text: str) -> exp.Expr:
    try:
        parsed = parse_statements(text)
    except (errors.SqlglotError, RecursionError) as error:
        first = str(error).split("\n")[0].split(". Line")[0] or type(error).__name__
        message = f"the second parser cannot follow: {first}"
        raise QueryCheckError(message, _LAMBDA if "->" in text else "") from error
    # a comment after a semicolon is no statement
    found = [it for it in parsed if not isinstance(it, exp.Semicolon)]
    if len(found) != 1:
        raise QueryCheckError(f"{len(found)} statements in one call")
    return found[0]
