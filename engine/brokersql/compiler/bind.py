"""A scratch database with empty tables, in which DuckDB itself checks every file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import cast

from sqlglot import exp

from brokersql.compiler.frames import frame
from brokersql.compiler.lint import is_ordered, unordered
from brokersql.compiler.parse import DIALECT, parse_file
from brokersql.database import Database, SqlError, quote
from brokersql.policy import Finding, Policy, SourceFile, resolve_parameters
from brokersql.snapshot import contract

_SHORT = 160


class Scratch:
    """The contract, the macros and the parameters of a policy, without a row."""

    def __init__(self, policy: Policy) -> None:
        self.database = Database.open(threads=1)
        self.database.run(frame("scratch"))
        self.database.run(contract.schema())
        parameters = resolve_parameters(policy)
        self.settings = parameters.tables()
        for name, table in self.settings.items():
            self.database.register(name, table)
        self.database.set_variables(parameters.variables())
        if policy.asks is not None:
            self.database.run(frame("asked_table"))

    def macros(
        self, files: Sequence[SourceFile]
    ) -> tuple[list[SourceFile], list[Finding]]:
        """Create all macros; return the files in an order in which each finds others.

        DuckDB looks up what a macro calls when it is made, so a file that fails is
        tried again after the others, as long as that helps.
        """
        ordered: list[SourceFile] = []
        waiting = list(files)
        while waiting:
            findings: list[Finding] = []
            failed: list[SourceFile] = []
            for file in waiting:
                found = self._run(file, file.text)
                findings += found
                (failed if found else ordered).append(file)
            if len(failed) == len(waiting):
                return ordered, findings
            waiting = failed
        return ordered, []

    def create(self, file: SourceFile, name: str, kind: str) -> list[Finding]:
        """Create a file's query as a table or view; return what DuckDB says."""
        made = frame("named", kind=kind, name=quote(name), body=file.text)
        return self._run(file, made) or list(self._unordered_sums(file))

    def _unordered_sums(self, file: SourceFile) -> Iterator[Finding]:
        """Yield sums of doubles without an order: threads would change their digits.

        A sum is one of doubles where DuckDB, asked for an aggregate of integers in its
        place, says so.
        """
        if "sum" not in file.text.lower():
            return
        parsed = parse_file(file)
        for node in list(parsed.tree.find_all(exp.Sum)):
            if is_ordered(node):
                continue
            instead = exp.Anonymous(this="bit_xor", expressions=[node.this.copy()])
            node.replace(instead)
            try:
                text = parsed.tree.sql(dialect=DIALECT)
                self.database.rows(f"describe {text}")
            except SqlError as error:
                if "bit_xor(DOUBLE" in str(error) or "bit_xor(FLOAT" in str(error):
                    yield parsed.finding(node, *unordered("sum"))
            instead.replace(node)

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of a relation."""
        rows = self.database.rows(f"describe {quote(name)}")
        return {str(row[0]).lower(): str(row[1]) for row in rows}

    def _run(self, file: SourceFile, statement: str) -> list[Finding]:
        try:
            self.database.run(statement)
        except SqlError as error:
            shift = statement.encode().index(file.text.encode())
            return [_finding(file, str(error), shift)]
        return []


def _finding(file: SourceFile, message: str, shift: int) -> Finding:
    """Return DuckDB's words about a file, at the place they are about."""
    start = message.find("{")
    try:
        said = cast(dict[str, object], json.loads(message[start:]))
    except ValueError:
        return file.finding(0, 1, message.split("\n")[0])
    position = int(str(said.get("position", 0) or 0)) - shift
    before = file.text.encode()[: max(position, 0)].decode(errors="ignore")
    lines = str(said.get("exception_message", message)).split("\n")
    text = lines[0][:1].lower() + lines[0][1:]
    if len(text) > _SHORT:
        text = text[:_SHORT] + "…"
    length = len(str(said.get("name", "x")))
    hints = [
        line.strip() for line in lines[1:] if line.strip().startswith(("Did", "Cand"))
    ]
    return file.finding(len(before), length, text, hints[0][:_SHORT] if hints else "")
