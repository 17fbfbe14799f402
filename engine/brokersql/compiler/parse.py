"""A policy file as a syntax tree, and where in the file a node of it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, TokenError

from brokersql.policy import Finding, SourceFile

DIALECT = "duckdb"


class Fault(Exception):
    """One finding that ends the work on a file."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file and its only statement, a query."""

    file: SourceFile
    tree: exp.Query

    def finding(self, node: exp.Expr, message: str, hint: str = "") -> Finding:
        """Return a finding about the text of `node`."""
        offset, length = span(node)
        return self.file.finding(offset, length, message, hint)

    def fault(self, node: exp.Expr, message: str, hint: str = "") -> Fault:
        """Return the exception that carries a finding about `node`."""
        return Fault(self.finding(node, message, hint))

    def word(self, node: exp.Expr) -> str:
        """Return the word in the file that made a node, as far as it is known."""
        if "start" not in node.meta:
            return ""
        return self.file.text[int(node.meta["start"]) : int(node.meta["end"]) + 1]

    @property
    def cte_names(self) -> frozenset[str]:
        """Return the names of all CTEs of the file, in lower case."""
        return frozenset(cte.alias.lower() for cte in self.tree.find_all(exp.CTE))

    def relations(self) -> Iterator[exp.Table]:
        """Yield every table the file reads that is not one of its CTEs."""
        own = self.cte_names
        for table in self.tree.find_all(exp.Table):
            is_plain = isinstance(table.this, exp.Identifier)
            if is_plain and (table.db or table.name.lower() not in own):
                yield table


def parse_file(file: SourceFile) -> Parsed:
    """Return the tree of a file.

    Raises:
        Fault: it is not one query, or not SQL at all.
    """
    try:
        dialect = Dialect.get_or_raise(DIALECT)
        tokens = dialect.tokenize(file.text)
        statements = dialect.parser().parse(tokens, file.text)
    except ParseError as error:
        raise Fault(_syntax(file, error)) from error
    except TokenError as error:
        message = "a text or comment is not closed"
        raise Fault(file.finding(len(file.text), 1, message)) from error
    if tokens and tokens[-1].text == ";":
        message = "a policy file ends without a semicolon"
        raise Fault(file.finding(tokens[-1].start, 1, message, "remove it"))
    tree = statements[0] if statements else None
    if len(statements) != 1 or tree is None:
        message = "a policy file holds exactly one query"
        raise Fault(file.finding(0, 1, message, "one question, one file"))
    if not isinstance(tree, exp.Query):
        message = "a policy file only reads: it is one select"
        start = tokens[0].start if tokens else 0
        length = tokens[0].end - start + 1 if tokens else 1
        raise Fault(file.finding(start, length, message))
    return Parsed(file, tree)


def _syntax(file: SourceFile, error: ParseError) -> Finding:
    first = error.errors[0]
    line, column = int(first["line"] or 1), int(first["col"] or 1)
    word = str(first["highlight"] or "")
    rows = file.text.split("\n")
    end = sum(len(row) + 1 for row in rows[: line - 1]) + column
    shown = f"syntax error at {word}" if word else "syntax error"
    return file.finding(max(end - len(word), 0), max(len(word), 1), shown)


def span(node: exp.Expr) -> tuple[int, int]:
    """Return offset and length of the text of a node, as far as it is known."""
    marked = [each.meta for each in node.walk() if "start" in each.meta]
    if not marked:
        parent = node.parent
        return span(parent) if parent is not None else (0, 1)
    start = min(int(each["start"]) for each in marked)
    end = max(int(each["end"]) for each in marked if int(each["start"]) >= start)
    return start, end - start + 1
