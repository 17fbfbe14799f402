"""Records of runs, replays and histories say the version of their layout.

It rises when a key changes its meaning, so a record of another one is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from brokersql.core.errors import SnapshotError

SCHEMA_VERSION = 1


def refuse_other_version(record: Mapping[str, object], where: Path) -> None:
    """Refuse a record that another version of brokersql wrote in another layout.

    Raises:
        SnapshotError: it is of another `schema_version`.
        KeyError: it says none.
    """
    found = record["schema_version"]
    if found != SCHEMA_VERSION:
        raise SnapshotError(
            f"is a record of schema version {found}, and this one of brokersql reads "
            f"{SCHEMA_VERSION}",
            where=str(where),
            hint="another version of brokersql wrote it: read it with that one",
        )
