"""Faults of DuckDB, put where a test wants them."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest import mock

import duckdb

from brokersql.database import Database

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


@dataclass
class Injected:
    """What was injected: the settings in force each time."""

    settings: list[str] = field(default_factory=list[str])


@contextmanager
def failing(
    pattern: str, n_times: int = 1, error: type[duckdb.Error] | None = None
) -> Generator[Injected]:
    """Let the first so many statements in which a pattern is found fail.

    They fail as by a fault of DuckDB itself, unless another error is named. Statements
    that write a bundle do not fail.
    """
    kind = error or duckdb.InternalException
    injected, plain = Injected(), Database._failing  # pyright: ignore[reportPrivateUsage]

    @contextmanager
    def watched(
        database: Database, sql: str, parameters: Sequence[object] = ()
    ) -> Generator[None]:
        with plain(database, sql, parameters):
            engine = database._engine  # pyright: ignore[reportPrivateUsage]
            is_due = engine.keeps_bundles and len(injected.settings) < n_times
            if is_due and re.search(pattern, sql):
                injected.settings.append(engine.settings.name)
                raise kind("INTERNAL Error: injected" if error is None else "injected")
            yield

    with mock.patch.object(Database, "_failing", watched):
        yield injected
