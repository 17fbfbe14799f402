"""What `%load_ext brokersql` does: Arrow tables look like tables in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, cast

import pyarrow as pa

from brokersql.render.html import table_html


class _Formatter(Protocol):
    def for_type(self, kind: type, show: Callable[[pa.Table], str]) -> object: ...


class _Display(Protocol):
    @property
    def formatters(self) -> Mapping[str, _Formatter]: ...


class _Shell(Protocol):
    @property
    def display_formatter(self) -> _Display: ...


def show_tables(shell: object) -> None:
    """Teach an interactive shell of IPython to show Arrow tables."""
    display = cast(_Shell, shell).display_formatter
    display.formatters["text/html"].for_type(pa.Table, table_html)
