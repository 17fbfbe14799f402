"""Queries of the result tables of a run: answered where they lie, in this process.

Two gates stand before it. `core.allowed_sql` lets single queries of listed functions
through, and the connection is sealed: it reads the files of the run and nothing else.
Time and memory are limited as in a process of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pyarrow as pa

from brokersql.core.allowed_sql import forbidden_in
from brokersql.core.database import Database, SqlError
from brokersql.core.errors import OutOfMemoryError
from brokersql.core.exits import end_at_once
from brokersql.sandbox.limits import QueryLimits, bounded_memory
from brokersql.sandbox.session import out_of_memory, out_of_time, too_much

_ROWS = 10_000
#: Seconds that a query may go on after its time is up.
_GRACE = 0.5


def ask_in_place(
    schema: str, files: Mapping[str, Path], text: str, limits: QueryLimits
) -> pa.Table | None:
    """Return the rows of a query of these tables; None where it needs more than that.

    Raises:
        OverLimit: it takes longer, or gives more, than the limits allow.
        OutOfMemoryError: it needs more memory than it may have.
        EngineError: DuckDB failed internally.
    """
    try:
        with closing(_opened(limits)) as database:
            if forbidden_in(database, text):
                return None
            database.create_schema(schema)
            database.use_schemas((schema,))
            for name, file in files.items():
                database.create_file_view(name, [file])
            database.seal(files.values(), settable=())
            with _in_time(database, limits), bounded_memory(limits):
                return _rows(database, text, limits)
    except SqlError:
        return None
    except OutOfMemoryError as error:
        raise out_of_memory() from error


def _opened(limits: QueryLimits) -> Database:
    return Database.open(
        threads=limits.n_threads,
        memory_limit=limits.memory_limit,
        spills=False,
        keeps_bundles=False,
    )


def _rows(database: Database, text: str, limits: QueryLimits) -> pa.Table:
    reader = database.reader(text, _ROWS, is_lazy=True)
    batches: list[pa.RecordBatch] = []
    n_rows = n_bytes = 0
    for batch in database.batches(reader, text):
        batches.append(batch)
        n_rows, n_bytes = n_rows + batch.num_rows, n_bytes + batch.nbytes
        if n_rows > limits.n_rows or n_bytes > limits.n_answer_bytes:
            raise too_much(limits)
    return pa.Table.from_batches(batches, reader.schema)


@contextmanager
def _in_time(database: Database, limits: QueryLimits) -> Generator[None]:
    """Stop a query when its time is up; the process, where the query goes on."""
    is_late = threading.Event()

    def stop() -> None:
        is_late.set()
        database.interrupt()

    def end() -> None:
        error = out_of_time(limits)
        os.write(
            2, "\n".join([f"error: {error.message}", f"  {error.hint}", ""]).encode()
        )
        end_at_once(error.exit_code)

    timers = [
        threading.Timer(limits.seconds, stop),
        threading.Timer(limits.seconds + _GRACE, end),
    ]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield
    except SqlError as error:
        if is_late.is_set():
            raise out_of_time(limits) from error
        raise
    finally:
        for timer in timers:
            timer.cancel()
            timer.join()  # a thread that still runs at the end keeps the database open
