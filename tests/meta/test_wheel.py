"""What is installed is what git knows: no file is forgotten, none slips in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import brokersql
from brokersql.core.policy_names import shipped_policies
from tests.meta.tree import ROOT, read, tracked


@dataclass(frozen=True, slots=True)
class Built:
    """The archives made from the tracked files alone."""

    wheel: Path
    wheel_from_sdist: Path

    def files(self) -> dict[str, bytes]:
        """Return name and content of each file in the wheel."""
        return contents(self.wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def build(target: str, source: Path, into: Path) -> Path:
    """Build one archive without a network and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", into]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (archive,) = into.iterdir()
    return archive


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    base = tmp_path_factory.mktemp("wheel")
    source = base / "source"
    for name in tracked():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    sdist = build("sdist", source, base / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(base / "unpacked", filter="data")
    (unpacked,) = (base / "unpacked").iterdir()
    return Built(
        build("wheel", source, base / "wheel"),
        build("wheel", unpacked, base / "again"),
    )


def shipped(pattern: str, prefix: str, inside: str) -> dict[str, bytes]:
    """Return the tracked files of a folder under their names in the wheel."""
    return {
        inside + name.removeprefix(prefix): (ROOT / name).read_bytes()
        for name in tracked(pattern)
    }


def test_sql_files_are_those_of_git(built: Built) -> None:
    found = {n: b for n, b in built.files().items() if n.startswith("brokersql/sql/")}
    assert found == shipped("sql", "sql/", "brokersql/sql/")


def test_demo_snapshot_is_shipped_and_no_other_fixture(built: Built) -> None:
    inside = "brokersql/fixtures/"
    found = {n: b for n, b in built.files().items() if n.startswith(inside)}
    assert found == shipped("fixtures/demo", "fixtures/", inside)


def test_python_files_are_those_of_git(built: Built) -> None:
    data = ("brokersql/sql/", "brokersql/fixtures/", "brokersql/programs/")
    package = {n for n in built.files() if n.startswith("brokersql/")}
    expected = shipped("engine/brokersql", "engine/", "")
    assert {n for n in package if not n.startswith(data)} == expected.keys()
    assert "brokersql/py.typed" in package


def test_an_installed_package_compiles_nothing(built: Built, tmp_path: Path) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        archive.extractall(tmp_path / "installed")
    programs = list((tmp_path / "installed/brokersql/programs").iterdir())
    assert len(programs) == 2 * len(shipped_policies())  # with their facts
    cache = tmp_path / "cache"
    paths = {"PYTHONPATH": str(tmp_path / "installed"), "BROKERSQL_CACHE": str(cache)}
    command = [sys.executable, "-m", "brokersql", "run", "--quiet"]
    command += ["--policy", "panda_job", "--policy", "panda_timeout"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, **paths}, check=True)
    assert not (cache / "programs").exists()


def test_the_man_page_is_installed(built: Built) -> None:
    place = f"brokersql-{brokersql.__version__}.data/data/share/man/man1/brokersql.1"
    assert built.files()[place] == (ROOT / "docs" / "brokersql.1").read_bytes()


def test_wheel_of_the_source_archive_is_the_same(built: Built) -> None:
    assert contents(built.wheel_from_sdist) == built.files()


def test_metadata(built: Built) -> None:
    info = f"brokersql-{brokersql.__version__}.dist-info"
    files = built.files()
    scripts = files[f"{info}/entry_points.txt"].decode()
    assert "brokersql = brokersql.cli:main" in scripts
    assert files[f"{info}/licenses/LICENSE"].decode() == read("LICENSE")
    metadata = files[f"{info}/METADATA"].decode()
    assert "Requires-Python: >=3.11" in metadata
    for readme in tracked("README.md"):
        # in pyproject.toml: readme = "README.md"
        assert read(readme).strip() in metadata


def test_installed_package_reads_its_own_files(built: Built, tmp_path: Path) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        archive.extractall(tmp_path)
    sql = tmp_path.resolve() / "brokersql" / "sql"
    fixtures = sql.with_name("fixtures")
    for folder in (sql, fixtures):
        folder.mkdir(exist_ok=True)  # git keeps no empty folder
    code = (
        "from brokersql.core.sql_files import fixture_root, sql_root\n"
        "print(sql_root(), fixture_root(), sep='\\n')\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert [Path(line) for line in printed.stdout.splitlines()] == [sql, fixtures]
