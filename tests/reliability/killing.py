"""Ends processes that write, at each of their steps; used by a process of its own.

`python killing.py FOLDER` prints a line of JSON for each thing that went wrong, and the
number of kills last. Forks are cheap there: nothing but Arrow is at work.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow as pa

from brokersql.core.errors import SnapshotError
from brokersql.core.files import (
    FolderWriter,
    abandon,
    partial_folder,
    unfinished,
    whole_file,
)
from brokersql.cycle import run_record
from brokersql.cycle.run_record import RunWriter
from brokersql.results.run_record import is_run, refuse_unfinished

OLD = ("result", "candidate", "placement")
NEW = ("result", "candidate", "exclusion", "verdict")
Files = Mapping[str, bytes]


def write(out: Path, names: tuple[str, ...], value: int) -> None:
    rows = pa.table({"a": list(range(value, value + 999))})
    with FolderWriter(out) as folder:
        writer = RunWriter(folder)
        for name in names:
            writer.add(name, rows)
        writer.finish(lambda: {"value": value})


def held(out: Path) -> Files:
    return {each.name: each.read_bytes() for each in out.iterdir() if each.is_file()}


def dying(number: int, signal_no: int) -> None:
    """Let this process get a signal before the step of this number, from 0 on.

    A table that is written then is torn: half of it is there.
    """
    left = [number]

    def stepping(
        function: Callable[..., object], is_torn: bool
    ) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            left[0] -= 1
            if left[0] == -1:
                if is_torn:
                    os.truncate(str(function(*arguments, **options)), 100)
                os.kill(os.getpid(), signal_no)
            return function(*arguments, **options)

        return step

    for owner, name in (
        *((os, each) for each in ("rename", "replace", "rmdir", "mkdir", "unlink")),
        *((os, "open"), (shutil, "rmtree"), (Path, "write_text")),
        *((Path, each) for each in ("mkdir", "unlink", "rmdir")),
    ):
        setattr(owner, name, stepping(getattr(owner, name), False))
    file = run_record._TableFile  # pyright: ignore[reportPrivateUsage]
    file.finish = stepping(file.finish, True)  # type: ignore[method-assign,assignment]


def ended(work: Callable[[], None], number: int, signal_no: int) -> bool:
    """Return whether the signal ended the work, in a process of its own."""
    child = os.fork()
    if child == 0:
        dying(number, signal_no)
        try:
            work()
        except KeyboardInterrupt:
            abandon()  # as the end of every process does
            os._exit(130)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status != 0


def remains(folder: Path) -> list[str]:
    return [str(each.relative_to(folder)) for each in folder.rglob(".*")]


def fault_of(root: Path, before: Files | None, whole: Files, is_signal_9: bool) -> str:
    """Return what is wrong with the place `out` after its writer was ended."""
    out = root / "out"
    if not is_signal_9 and (left := remains(root)):
        return f"left: {left}"
    if not is_run(out):
        if before is not None:
            return "the old one is gone"
        try:
            refuse_unfinished(out)
        except SnapshotError as error:
            return "" if "this run was cut off" in str(error) else str(error)
        return "" if not out.exists() else "half of it is there, and nothing says so"
    found = held(out)
    if found not in ((before, whole) if before is not None else (whole,)):
        return f"mixed: {sorted(found)}"
    return ""


def runs(root: Path, is_there: bool, signal_no: int) -> int:
    """End the writing of a run at each step; return at how many."""
    out = root / "out"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    write(out, NEW, 2)
    extra = {"mine.html": b"a page of the user"} if is_there else {}
    whole = {**held(out), **extra}
    number = 0
    while True:
        shutil.rmtree(out, ignore_errors=True)
        before: Files | None = None
        if is_there:
            write(out, OLD, 1)
            (out / "mine.html").write_bytes(extra["mine.html"])
            before = held(out)
        if not ended(lambda: write(out, NEW, 2), number, signal_no):
            return number
        said = fault_of(root, before, whole, signal_no == signal.SIGKILL)
        write(out, NEW, 2)
        if held(out) != whole or remains(root):
            said += f" afterwards: {sorted(held(out))} {remains(root)}"
        if said:
            print(json.dumps([is_there, signal_no, number, said[:300]]))
        number += 1


def files(root: Path, signal_no: int) -> int:
    """End the writing of one file at each step; return at how many."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    place, number = root / "page.html", 0

    def work() -> None:
        with whole_file(place) as partial:
            partial.write_text("new")

    while True:
        place.write_text("old")
        if not ended(work, number, signal_no):
            return number
        said = "" if place.read_text() in ("old", "new") else "half of it is there"
        work()
        if remains(root) or place.read_text() != "new":
            said += f" afterwards: {remains(root)}"
        if said:
            print(json.dumps(["file", signal_no, number, said[:300]]))
        number += 1


def several(root: Path, n_writers: int, n_times: int) -> None:
    """Let several processes write one place at once: one of them is there then."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    out = root / "out"
    wholes: list[Files] = []
    for value in range(n_writers):
        write(root / f"alone{value}", NEW if value % 2 else OLD, value)
        wholes.append(held(root / f"alone{value}"))
    children: list[int] = []
    for value in range(n_writers):
        child = os.fork()
        if child == 0:
            for _ in range(n_times):
                write(out, NEW if value % 2 else OLD, value)
            os._exit(0)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    if any(statuses) or held(out) not in wholes or remains(root):
        print(json.dumps(["several", statuses, sorted(held(out)), remains(root)]))


def paused(root: Path) -> None:
    """Let a second writer find what the first one has not completed: it stays."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    with partial_folder(root / "out") as mine:
        child = os.fork()
        if child == 0:
            write(root / "out", NEW, 1)
            os._exit(0)
        os.waitpid(child, 0)
        if unfinished(root / "out") != [mine]:
            print(json.dumps(["paused", remains(root)]))


def main() -> None:
    root = Path(sys.argv[1])
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    n_kills = 0
    for signal_no in (signal.SIGKILL, signal.SIGINT):
        n_kills += runs(root / "a", False, signal_no)
        n_kills += runs(root / "b", True, signal_no)
        n_kills += files(root / "c", signal_no)
    several(root / "d", 4, 25)
    paused(root / "e")
    print(n_kills)


if __name__ == "__main__":
    main()
