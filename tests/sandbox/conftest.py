"""One small database file, and one process that reads it, for all probes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brokersql.core.database import Database
from brokersql.sandbox import QueryLimits, Sandbox


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sandbox") / "small.duckdb"
    database = Database.open(path)
    database.run("create table queue as select 1 as queue_no")
    database.run("create schema results")
    database.run("create view results.two as select queue_no + 1 as two from queue")
    database.close()
    return path


@pytest.fixture(scope="session")
def limits() -> QueryLimits:
    return QueryLimits(n_bytes=256 << 20, seconds=30, n_rows=100_000, n_threads=2)


@pytest.fixture(scope="session")
def sandbox(file: Path, limits: QueryLimits) -> Iterator[Sandbox]:
    with Sandbox(limits) as opened:
        opened.open(file, ["results", "main"])
        yield opened
