"""Texts of statements: the templates of sql/frame, and settings as constants.

DuckDB sees through constants when it plans: a branch, a filter or a whole query that a
setting switches off then costs nothing.
"""

from __future__ import annotations

from functools import cache

import jinja2
import sqlglot
from sqlglot.tokenizer_core import TokenType

from brokersql.compiler.parse import DIALECT, SETTINGS, read_statement
from brokersql.compiler.program import Statement
from brokersql.core.database import literal
from brokersql.core.sql_files import sql_root


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(sql_root() / "frame"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def frame(template: str, /, **values: object) -> str:
    """Return the statement of ``sql/frame/<template>.sql.j2`` with these values."""
    return _environment().get_template(f"{template}.sql.j2").render(**values)


def framed(name: str, template: str, /, **values: object) -> Statement:
    """Return the statement of a template, with what it reads and makes.

    Its `table` is that of its name unless another one is among the values.
    """
    return read_statement(name, frame(template, **{"table": name, **values}))


_NAMING = (TokenType.VAR, TokenType.IDENTIFIER, TokenType.ALIAS)


def settings_as_constants(text: str) -> str:
    """Return a query that reads each `cfg.column` as a connection variable.

    The joins with `cfg` are left out. A query that does anything else with it stays as
    it is; so does the layout of all others.

    >>> settings_as_constants("select a.x + cfg.y from a cross join cfg")
    "select a.x + getvariable('cfg_y') from a"
    >>> settings_as_constants("select cfg.* from cfg")
    'select cfg.* from cfg'
    """
    if SETTINGS not in text.lower():
        return text
    tokens = sqlglot.tokenize(text, dialect=DIALECT)
    changes: list[tuple[int, int, str]] = []
    for place, token in enumerate(tokens):
        is_name = token.token_type in (TokenType.VAR, TokenType.IDENTIFIER)
        is_field = place > 0 and tokens[place - 1].token_type is TokenType.DOT
        if not is_name or is_field or token.text.lower() != SETTINGS:
            continue
        before = tuple(each.token_type for each in tokens[max(place - 2, 0) : place])
        after = tokens[place + 1 : place + 3]
        is_column = bool(after) and after[0].token_type is TokenType.DOT
        if is_column and after[-1].token_type is not TokenType.STAR:
            variable = literal(f"{SETTINGS}_{after[-1].text.lower()}")
            name = f"getvariable({variable})"
            changes.append((token.start, after[-1].end + 1, name))
        elif is_column or (after and after[0].token_type in _NAMING):
            return text
        elif before == (TokenType.CROSS, TokenType.JOIN):
            changes.append((tokens[place - 3].end + 1, token.end + 1, ""))
        else:
            return text
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text
