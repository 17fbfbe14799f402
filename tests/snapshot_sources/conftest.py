"""Database servers for tests of imports: one of a kind, for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tests.snapshot_sources.database_server import (
    NotInstalled,
    TestServer,
    mariadb_server,
    postgres_server,
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[TestServer]:
    """Start PostgreSQL with the small site of servers/panda.sql."""
    yield from _running(postgres_server)


@pytest.fixture(scope="session")
def mariadb() -> Iterator[TestServer]:
    """Start MariaDB with the few jobs of servers/dirac.sql."""
    yield from _running(mariadb_server)


def _running(
    server: Callable[[], AbstractContextManager[TestServer]],
) -> Iterator[TestServer]:
    try:
        with server() as started:
            yield started
    except NotInstalled as absent:
        pytest.skip(str(absent))
