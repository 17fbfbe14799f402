"""The macro that reads a unit out of a detail."""

from __future__ import annotations

import pytest

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_root


@pytest.fixture(scope="module")
def database() -> Database:
    opened = Database.open()
    opened.run((sql_root() / "lib" / "unit.sql").read_text(encoding="utf-8"))
    return opened


@pytest.mark.parametrize(
    ("detail", "number", "unit"),
    [
        ("needs 1800 MB < min_rss 3001 MB", 1800, "MB"),
        ("needs 1800 MB < min_rss 3001 MB", 3001, "MB"),
        ("needs 0.5 GB", 5, None),
        ("transferring 2001 > ceiling 2000", 2001, None),
        ("takes 90 s, at most 60 s", 90, "s"),
        ("takes 90 s, at most 60 s", 60.5, None),
        ("ioIntensity 800.0 > 300.5 kB/s", 300.5, "kB/s"),
        ("needs 900.0 HS06·s < 1000.0", 900, "HS06·s"),
        ("needs 300 kB/s", 30, None),
        ("takes 90 s", None, None),
        (None, 90, None),
        ("offers 7 slots", 1e300, None),
    ],
)
def test_unit(
    detail: str | None, number: float | None, unit: str | None, database: Database
) -> None:
    asked = "select unit_after(?::varchar, ?::double)"
    assert database.rows(asked, (detail, number)) == [(unit,)]
