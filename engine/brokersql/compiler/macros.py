"""Macros as syntax trees: what a call of one stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlglot
from sqlglot import exp

from brokersql.compiler.parse import DIALECT
from brokersql.compiler.scope import enclosed
from brokersql.policy import SourceFile


@dataclass(frozen=True, slots=True)
class _Macro:
    """A macro of one value: the names of its arguments and its expression."""

    arguments: tuple[str, ...]
    body: exp.Expr


@dataclass(frozen=True, slots=True)
class Macros:
    """The macros of some files; a file is parsed when one of its macros is called."""

    files: Sequence[SourceFile]
    _known: dict[str, _Macro | None] = field(default_factory=dict[str, _Macro | None])

    def body(self, node: exp.Expr) -> exp.Expr | None:
        """Return what a call of a macro stands for; None of any other node."""
        is_call = isinstance(node, exp.Anonymous)
        macro = self._find(node.name.lower()) if is_call else None
        if macro is None or len(node.expressions) != len(macro.arguments):
            return None
        given = dict(zip(macro.arguments, node.expressions, strict=True))

        def put(part: exp.Expr) -> exp.Expr:
            is_bare = isinstance(part, exp.Column) and not part.table
            value = given.get(part.name.lower()) if is_bare else None
            return part if value is None else enclosed(value.copy())

        return macro.body.copy().transform(put)

    def _find(self, name: str) -> _Macro | None:
        if name not in self._known:
            self._known[name] = None
            for file in self.files:
                if f" {name}(" in file.text.lower():
                    self._known.update(_read(file))
        return self._known[name]


def _read(file: SourceFile) -> dict[str, _Macro]:
    """Return the macros of one value and no variants that a file makes, by name."""
    found: dict[str, _Macro] = {}
    for tree in sqlglot.parse(file.text, dialect=DIALECT):
        if not isinstance(tree, exp.Create) or tree.kind != "MACRO":
            continue
        head, body = tree.this, tree.expression
        if not isinstance(body, exp.Query | exp.MacroOverloads):
            names = tuple(each.name.lower() for each in head.expressions)
            found[head.this.name.lower()] = _Macro(names, body)
    return found
