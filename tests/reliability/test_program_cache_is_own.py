"""A program that is kept runs unchecked, so nobody else may have written it.

Promise: a cache folder or an entry that belongs to somebody else, or that others can
write to, is not used; one line says so, and the work is done without it.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from brokersql.compiler import PairProgram, compile_policy
from brokersql.policy import load_policy
from tests.cli.calling import call
from tests.compiler.world import POLICIES

SMALL = str(POLICIES / "small")
FORGED = "select 'not of this policy'"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a cache folder with the program of a policy."""
    root = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROKERSQL_CACHE", str(root / "cache"))
        compile_policy(load_policy(SMALL))
    return root / "cache"


@pytest.fixture
def folder(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of programs in a copy of it."""
    shutil.copytree(compiled, tmp_path / "cache")
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "programs"


def entry(folder: Path) -> Path:
    (path,) = folder.glob("*.jsonl")
    return path


def forge(path: Path) -> None:
    """Let the program of an entry do something else; its digest fits."""
    about, held = map(json.loads, path.read_text().splitlines())
    body = json.dumps({**held, "reported": FORGED})
    about["digest"] = sha256(body.encode()).hexdigest()
    path.write_text(f"{json.dumps(about)}\n{body}")


def reported() -> str:
    program = compile_policy(load_policy(SMALL))
    assert isinstance(program, PairProgram)
    return program.reported


def test_what_the_user_keeps_is_found_again(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    forge(entry(folder))
    assert reported() == FORGED


def linked_where_all_write(folder: Path) -> None:
    """Let a link of somebody else lead to what the user has unpacked somewhere."""
    (folder.parent.parent / "mine").mkdir()
    folder.rename(folder.parent.parent / "mine" / "programs")
    folder.symlink_to(folder.parent.parent / "mine" / "programs")
    folder.parent.chmod(0o777)
    if os.geteuid() == 0:  # only then a link can be given away
        folder.parent.chmod(0o1777)
        os.chown(folder, 1, -1, follow_symlinks=False)


def linked_entry(folder: Path) -> None:
    path = entry(folder)
    path.rename(folder.parent / "elsewhere")
    path.symlink_to(folder.parent / "elsewhere")


def moved_entry(folder: Path) -> None:
    """Let the program of another policy stand under the name of this one."""
    path = entry(folder)
    about, _, body = path.read_text().partition("\n")
    path.write_text(json.dumps({**json.loads(about), "key": "0" * 64}) + f"\n{body}")


def piped_entry(folder: Path) -> None:
    path = entry(folder)
    path.unlink()
    os.mkfifo(path)


#: What others may have changed in the folder, and of the entry, which then makes room.
CHANGES: dict[str, Callable[[Path], object]] = {
    "folder open to all": lambda folder: folder.chmod(0o777),
    "folder open to a group": lambda folder: folder.chmod(0o770),
    "open above": lambda folder: folder.parent.parent.chmod(0o777),
    "linked where all write": linked_where_all_write,
    "entry open to all": lambda folder: entry(folder).chmod(0o666),
    "entry linked": linked_entry,
    "entry of another policy": moved_entry,
    "entry is a pipe": piped_entry,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_others_may_have_written_is_not_read_and_makes_room(
    change: str, folder: Path
) -> None:
    forge(entry(folder))
    CHANGES[change](folder)
    before = os.umask(0o002)
    try:
        assert reported() != FORGED
    finally:
        os.umask(before)
    if change.startswith("entry"):
        status = entry(folder).lstat()
        assert (stat.S_ISREG(status.st_mode), status.st_mode & 0o777) == (True, 0o600)
        assert [*folder.iterdir()] == [entry(folder)]
        forge(entry(folder))
        assert reported() == FORGED


def test_a_folder_of_another_user_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(entry(folder))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    before = sorted(folder.iterdir())
    said = call("policy", "show", SMALL, "--format", "json")
    assert said.code == 0
    warning = f"warning: programs are not kept: the cache folder {folder} belongs to"
    assert said.err.count(warning) == 1
    assert FORGED not in said.out
    assert sorted(folder.iterdir()) == before


def test_it_is_said_once_and_nothing_is_kept(folder: Path) -> None:
    entry(folder).unlink()
    folder.chmod(0o777)
    said = call("policy", "check", SMALL)
    assert said.code == 0, said.err
    assert said.err.count("can be written by others; another one: BROKERSQL_CACHE") == 1
    assert list(folder.iterdir()) == []
    assert "programs are not kept" not in call("policy", "check", SMALL).err
