"""Where queries by hand are answered: what they name is made, then they are asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import pyarrow as pa

from brokersql.compiler import Named
from brokersql.errors import UsageError
from brokersql.export.shelf import Shelf
from brokersql.recovery import retried
from brokersql.report.adhoc import told
from brokersql.report.queries import query as stored
from brokersql.sandbox import Limits, OverLimit, Refused, Sandbox

#: Asks for names: of relations that stand there, while others are made when asked.
_NAMES = re.compile(r"\s*show\s+(all\s+)?tables\s*;?\s*", re.IGNORECASE)
_MISSING = "Catalog Error: Table with name"


class Desk:
    """A shelf on this side, the sandbox on the other; a read-only copy between them.

    The text of a query reaches the sandbox alone. `make` gives a new, empty shelf.
    """

    def __init__(self, make: Callable[[], Shelf], limits: Limits | None = None) -> None:
        self.shelf = make()
        self._make = make
        self._sandbox = Sandbox(limits)
        self._folder = TemporaryDirectory(prefix="brokersql-")
        #: How many copies were made: a file that the sandbox may hold is never reused.
        self._n_copies = 0
        self._is_copied = False
        self._is_broken = False

    def __enter__(self) -> Desk:
        self._sandbox.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sandbox.close()
        self._folder.cleanup()

    def ask(self, text: str) -> pa.Table:
        """Return the rows of a query.

        Raises:
            UsageError: it is not one query, is faulty, or needs more than the limits.
            OutOfMemoryError: it needs more memory than it may have.
            SnapshotError: the snapshot cannot be used.
            CycleError: a rule failed on the data.
        """
        if _NAMES.fullmatch(text):
            hint = "brokersql sql without a query lists all, .tables in its shell"
            raise UsageError("tables are made when they are asked for", hint=hint)
        try:
            return retried(lambda: self._answer(text))
        except OverLimit:
            raise
        except Refused as error:
            if error.said:
                raise told(error.said, self.shelf.known_names()) from error
            raise UsageError(error.message, hint=error.hint) from error

    def _answer(self, text: str) -> pa.Table:
        named = self._sandbox.read(text)
        with self._making():
            if self.shelf.provide(named) or not self._is_copied:
                self._copy()
        return self._sandbox.ask(text)

    @contextmanager
    def _making(self) -> Generator[None]:
        """Make relations; where that failed or was stopped, begin anew next time."""
        if self._is_broken:
            broken, self.shelf, self._is_copied = self.shelf, self._make(), False
            broken.database.close()
        self._is_broken = True
        yield
        self._is_broken = False

    def describe(self, table: str) -> pa.Table:
        """Return the columns of a relation with types and comments.

        Raises:
            UsageError: there is no such relation.
        """
        schema, _, name = table.strip().rstrip(";").lower().rpartition(".")
        found = retried(lambda: self._columns(schema, name))
        if not found.num_rows:
            raise told(f"{_MISSING} {name} does not exist", self.shelf.known_names())
        return found.drop_columns(["schema_name"])

    def _columns(self, schema: str, name: str) -> pa.Table:
        with self._making():
            if self.shelf.provide(Named(((schema, name),), ())):
                self._is_copied = False
            self.shelf.comment()
            asked = (name, schema or self.shelf.first_schema(name))
            return self.shelf.database.table(stored("export", "columns"), asked)

    def stop(self) -> None:
        """Stop what runs, whichever side runs it; the next query starts afresh."""
        self.shelf.database.interrupt()
        self._sandbox.close()

    def _copy(self) -> None:
        """Let the sandbox read a new copy of the shelf."""
        folder = Path(self._folder.name)
        before = list(folder.iterdir())
        self._n_copies += 1
        file = folder / f"copy{self._n_copies}.duckdb"
        self.shelf.write(file)
        self._sandbox.open(file, self.shelf.schemas)
        self._is_copied = True
        for each in before:
            each.unlink()
