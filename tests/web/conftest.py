"""Runs behind pages: a small world of all policies, and one with hostile names."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from brokersql.cli.inputs import open_input
from brokersql.cycle import Options
from brokersql.export import QuerySession
from brokersql.sandbox import QueryLimits
from brokersql.snapshot.contract import tables
from brokersql.web.report import report_document, report_page
from brokersql.web.routes import Site
from brokersql.web.run_reader import RunReader, open_reader
from tests.cli.calling import DEMO, call
from tests.web.asking import KEY, Client, serving

#: Names of the demo, and what stands in their place.
HOSTILE = {
    "LAGUNA_UCORE": "<img src=x onerror=\"document.title='owned'\">&'*!=\u202e\u0007",
    "prodsys": "</script><script>document.title='owned'</script>",
    "MC Default": "!{{ 7 * 7 }} <b>%_\\",
}


#: Jobs and pilots of DIRAC: one pilot is too short for all but the first job.
DIRAC = {
    "dirac_job": [
        {"job_id": job, "owner": owner, "owner_group": "user", "setup": "Prod"}
        | {"cpu_time": seconds, "user_priority": 1}
        for job, owner, seconds in (
            (1, "ann", 400),
            (2, "ann", 400),
            (3, "<b>bob</b>", 40_000),
            (4, "bob", 400_000),
        )
    ],
    "dirac_pilot": [
        {"seq": 1, "pilot_id": "p1", "setup": "Prod", "cpu_time": 600},
        {"seq": 2, "pilot_id": "p2", "setup": "Prod", "cpu_time": 60_000},
        {"seq": 3, "pilot_id": "p3", "setup": "Test", "cpu_time": 60},
    ],
}


@dataclass(frozen=True)
class Paged:
    """A written run, opened, with its page and the summary that the run printed."""

    folder: Path
    reader: RunReader
    page: str
    summary: Any

    @cached_property
    def policies(self) -> dict[str, Any]:
        """Return what the page says of each policy."""
        return documents(self.reader)


def documents(reader: RunReader) -> dict[str, Any]:
    """Return what the page of a run says of each policy."""
    return {each["policy"]: each for each in report_document(reader)["policies"]}


def paged(snapshot: Path, folder: Path) -> Paged:
    """Run all policies over a snapshot and read the run as a page."""
    done = call("run", snapshot, "--out", folder, "--seed", 7, "--format", "json")
    assert done.code == 0, done.err
    reader = open_reader(folder)
    return Paged(folder, reader, report_page(reader), done.json)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Paged:
    """Return a small synthetic world under production, analysis and task brokerage."""
    base = tmp_path_factory.mktemp("world")
    made = call("snapshot", "generate", base / "snap", "--preset", "S", "--seed", 7)
    assert made.code == 0, made.err
    return paged(base / "snap", base / "run")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Paged:
    """Return the demo with names that would be markup, and with jobs of DIRAC."""
    base = tmp_path_factory.mktemp("hostile")
    shutil.copytree(DEMO, base / "snap")
    for file in (base / "snap").glob("*.jsonl"):
        text = file.read_text(encoding="utf-8")
        for plain, odd in HOSTILE.items():
            text = text.replace(f'"{plain}"', json.dumps(odd))
        file.write_text(text, encoding="utf-8")
    for name, rows in DIRAC.items():
        empty = dict.fromkeys(column.name for column in tables()[name].columns)
        lines = "".join(f"{json.dumps({**empty, **row})}\n" for row in rows)
        (base / "snap" / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return paged(base / "snap", base / "run")


@pytest.fixture(scope="session")
def other(hostile: Paged) -> str:
    """Return the name of a run beside the one of hostile names, of other pilots."""
    snapshot, folder = hostile.folder.parent / "snap", hostile.folder.parent / "other"
    changed = ("--update", "dirac_pilot:1.cpu_time=60", "--policy", "dirac")
    done = call("run", snapshot, *changed, "--out", folder, "--seed", 7)
    assert done.code == 0, done.err
    return folder.name


@pytest.fixture(scope="session")
def client(hostile: Paged) -> Iterator[Client]:
    """Return what asks a server of the run of hostile names, by hand as well."""
    make = partial(open_input(str(hostile.folder)).workspace, None, Options())
    limits = QueryLimits(n_bytes=1 << 28)
    with (
        QuerySession(make, limits) as desk,
        serving(Site(hostile.reader, KEY, desk.ask)) as server,
    ):
        yield Client(server)
