"""Runs the cells of a notebook in order, as a program, and keeps what they show."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Callable
from typing import Any

_EXTENSION = re.compile(r"^%load_ext (?P<name>\w+)$", re.M)


class Shell:
    """As much of an interactive shell as an extension asks for."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.shown: dict[type, Callable[[Any], str]] = {}
        self.display_formatter = self
        self.formatters = {"text/html": self}

    def for_type(self, kind: type, show: Callable[[Any], str]) -> None:
        """Remember how values of a type are shown."""
        self.shown[kind] = show

    def run(self, source: str) -> Any:
        """Run a cell; return the value of its last expression."""
        for name in _EXTENSION.findall(source):
            importlib.import_module(name).load_ipython_extension(self)
        tree = ast.parse(_EXTENSION.sub("", source))
        last = tree.body.pop() if tree.body else None
        if last is not None and not isinstance(last, ast.Expr):
            tree.body.append(last)
            last = None
        exec(compile(tree, "<cell>", "exec"), self.names)
        if last is None:
            return None
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.names)

    def html(self, value: object) -> str:
        """Return a value as a notebook shows it."""
        for kind, show in self.shown.items():
            if isinstance(value, kind):
                return show(value)
        return str(value._repr_html_())  # type: ignore[attr-defined]


def executed(text: str) -> str:
    """Return a notebook with the outputs that its cells have now."""
    notebook = json.loads(text)
    shell = Shell()
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        value = shell.run("".join(cell["source"]))
        cell["execution_count"] = number
        cell["outputs"] = [] if value is None else [_output(shell, value, number)]
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _output(shell: Shell, value: object, number: int) -> dict[str, object]:
    kind = type(value)
    return {
        "output_type": "execute_result",
        "execution_count": number,
        "metadata": {},
        "data": {
            "text/html": shell.html(value).splitlines(keepends=True),
            "text/plain": [f"<{kind.__module__}.{kind.__qualname__}>"],
        },
    }
