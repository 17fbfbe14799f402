"""Faults of DuckDB, put where a test wants them."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from unittest import mock

import duckdb
import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.engine_faults import settings_in_force
from brokersql.core.errors import EngineError
from brokersql.sandbox import Sandbox

#: Two queries in which DuckDB 2.0.0 fails internally, each behind what it reads.
CHANGED_IDENTITY = (
    """
create table dim as select range as k, 100 + range as v from range(10);
create table fact as
select range as i, range % 10 as k, range >= 2048 as flag from range(4096)
""",
    """
with t as (
    select i, i % 500 as m, case when flag then 0 else v end as x
    from fact join dim using (k)
)
select i, x from t where m + x * 0 = 3
""",
)
NOT_A_DICTIONARY = (
    """
create table dim as select range as k, 'name ' || range as s from range(10);
create table fact as
select range as i, range % 10 as k, range >= 4096 as flag from range(8192);
create table big as select range as i from range(100000)
""",
    """
select count(*), max(x)
from big
right join (
    select i, case when flag then 'zzz' else s end as x from fact join dim using (k)
) as t using (i)
""",
)
#: A policy that decides in a third of the time, and a table that every cycle of it
#: makes.
CHEAP = "panda_timeout"
CHEAP_RELATION = r'create (or replace )?table "?queue_transfer'


@dataclass
class Injected:
    """What was injected: the settings in force each time; and what could have been."""

    settings: list[str] = field(default_factory=list[str])
    n_found: int = 0


def dead_connection() -> duckdb.DuckDBPyConnection:
    """Return a connection onto a database that an internal error has made useless."""
    connection = duckdb.connect()
    tables, query = NOT_A_DICTIONARY
    connection.execute(tables)
    with suppress(duckdb.InternalException):
        connection.execute(query)
    return connection


@contextmanager
def failing(
    pattern: str,
    n_times: int = 1,
    error: type[BaseException] | None = None,
    *,
    n_before: int = 0,
) -> Generator[Injected]:
    """Let statements in which a pattern is found fail, so many after so many others.

    They fail as by a fault of DuckDB itself, unless another error is named; after one
    that is fatal the connection is one onto a database that is dead. Statements that
    write a bundle do not fail.
    """
    kind = error or duckdb.InternalException
    words = "INTERNAL" if error is None else error.__name__.removesuffix("Exception")
    injected, plain = Injected(), Database._failing  # pyright: ignore[reportPrivateUsage]

    @contextmanager
    def watched(
        database: Database, sql: str, parameters: Sequence[object] = ()
    ) -> Generator[None]:
        with plain(database, sql, parameters):
            engine = database._engine  # pyright: ignore[reportPrivateUsage]
            if engine.keeps_bundles and re.search(pattern, sql):
                injected.n_found += 1
                if n_before < injected.n_found <= n_before + n_times:
                    injected.settings.append(engine.settings.name)
                    if kind is duckdb.FatalException:
                        database._connection = dead_connection()
                    raise kind(f"{words} Error: injected")
            yield

    with mock.patch.object(Database, "_failing", watched):
        yield injected


@contextmanager
def failing_in_sandbox(pattern: str, n_times: int = 1) -> Generator[Injected]:
    """Let queries in which a pattern is found fail in the process of the sandbox."""
    injected, plain = Injected(), Sandbox.ask

    def ask(sandbox: Sandbox, text: str) -> pa.Table:
        if re.search(pattern, text):
            injected.n_found += 1
            if injected.n_found <= n_times:
                injected.settings.append(settings_in_force().name)
                raise EngineError("DuckDB failed internally (INTERNAL Error: injected)")
        return plain(sandbox, text)

    with mock.patch.object(Sandbox, "ask", ask):
        yield injected
