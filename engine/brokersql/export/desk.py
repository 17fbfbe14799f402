"""Where queries by hand are answered: what they name is made, then they are asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import pyarrow as pa

from brokersql.compiler import Named
from brokersql.errors import UsageError
from brokersql.export.shelf import Shelf
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
        self._n_copies = 0
        self._is_making = False

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
            SnapshotError: the snapshot cannot be used.
            CycleError: a rule failed on the data.
        """
        if _NAMES.fullmatch(text):
            hint = "brokersql sql without a query lists all, .tables in its shell"
            raise UsageError("tables are made when they are asked for", hint=hint)
        try:
            if self._is_making:
                self._renew()
            named = self._sandbox.read(text)
            self._is_making = True
            if self.shelf.provide(named) or not self._n_copies:
                self._copy()
            self._is_making = False
            return self._sandbox.ask(text)
        except OverLimit:
            raise
        except Refused as error:
            if error.said:
                raise told(error.said, self.shelf.known_names()) from error
            raise UsageError(error.message, hint=error.hint) from error

    def describe(self, table: str) -> pa.Table:
        """Return the columns of a relation with types and comments.

        Raises:
            UsageError: there is no such relation.
        """
        schema, _, name = table.strip().rstrip(";").lower().rpartition(".")
        self.shelf.provide(Named(((schema, name),), ()))
        self.shelf.comment()
        asked = (name, schema or self.shelf.first_schema(name))
        found = self.shelf.database.table(stored("export", "columns"), asked)
        if not found.num_rows:
            raise told(f"{_MISSING} {name} does not exist", self.shelf.known_names())
        return found.drop_columns(["schema_name"])

    def stop(self) -> None:
        """Stop what runs, whichever side runs it; the next query starts afresh."""
        self.shelf.database.interrupt()
        self._sandbox.close()

    def _renew(self) -> None:
        """Forget everything that was made, since the making of it was stopped."""
        self.shelf = self._make()
        self._n_copies = 0
        self._is_making = False

    def _copy(self) -> None:
        """Let the sandbox read a new copy of the shelf."""
        folder = Path(self._folder.name)
        before = list(folder.iterdir())
        self._n_copies += 1
        file = folder / f"copy{self._n_copies}.duckdb"
        self.shelf.write(file)
        self._sandbox.open(file, self.shelf.schemas)
        for each in before:
            each.unlink()
