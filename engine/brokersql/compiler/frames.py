"""The templates of sql/frame, filled with what was compiled; they decide nothing."""

from __future__ import annotations

from functools import cache

import jinja2

from brokersql.resources import sql_root


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
