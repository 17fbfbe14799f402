"""The command line as tests call it: arguments in, exit code and both streams out."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from brokersql.cli import main
from brokersql.cycle import FinishedCycle
from brokersql.cycle.open_cycles import open_cycles
from tests.cli.documents import check

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo"


@dataclass(frozen=True)
class Outcome:
    """What a call left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return the object that was printed, which has to hold to its schema.

        A single row has none.
        """
        document = json.loads(self.out)
        if "schema_version" in document:
            check(document)
        return document

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class _Stream(io.TextIOWrapper):
    """A stream that keeps what is written; a terminal only if that is said."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


@contextlib.contextmanager
def terminal(columns: int | None) -> Iterator[tuple[_Stream, _Stream]]:
    """Let both streams be a terminal of so many columns; none if that is not said."""
    out, err = (_Stream(is_terminal=columns is not None) for _ in range(2))
    size = {} if columns is None else {"COLUMNS": str(columns)}
    with (
        mock.patch.dict(os.environ, size),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        yield out, err


def call(*arguments: str | Path | float, columns: int | None = None) -> Outcome:
    """Run one command line inside this process, perhaps on a terminal."""
    with terminal(columns) as (out, err):
        code = main([str(each) for each in arguments])
        return Outcome(code, out.text(), err.text())


def explained(*arguments: str | Path | int) -> Outcome:
    """Run `explain` inside this process; cycles and stories are made once."""
    with kept_cycles():
        return call("explain", *arguments)


@contextlib.contextmanager
def kept_cycles() -> Iterator[None]:
    """Let commands share cycles, and what was found out about them, as `serve` does.

    No answer becomes another one by it: see tests/explain/test_memory.py.
    """
    with mock.patch.multiple(open_cycles, most=5, _held=_KEPT):
        yield


_KEPT = OrderedDict[object, FinishedCycle]()


def spawn(
    *arguments: str | Path, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run one command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "brokersql", *map(str, arguments)],
        env=environment(env),
        check=False,
        timeout=300,
        **{"stdin": subprocess.DEVNULL, "capture_output": True, **options},
    )


def begun(
    *arguments: str | Path, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.Popen[Any]:
    """Return the process of one command line, whose streams can be read."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "brokersql", *map(str, arguments)],
        env=environment(env),
        **{"stdin": subprocess.DEVNULL, "stdout": pipe, "stderr": pipe, **options},
    )


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables of a process that can import the package."""
    paths = [str(ROOT / "engine"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        **(more or {}),
    }


def demo_with(
    folder: Path, **tables: Callable[[list[dict[str, Any]]], Iterable[object]]
) -> Path:
    """Return a copy of the demo in which what is given makes the rows of tables."""
    shutil.copytree(DEMO, folder, dirs_exist_ok=True)
    for name, change in tables.items():
        file = folder / f"{name}.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        rows = change([json.loads(line) for line in lines])
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return folder


def forget_tables(run: Path, tables: Iterable[str]) -> None:
    """Leave a folder as a run that never wrote some of its tables."""
    record = json.loads((run / "run.json").read_text(encoding="utf-8"))
    for name in tables:
        (run / f"{name}.parquet").unlink()
        del record["tables"][name]
    (run / "run.json").write_text(json.dumps(record), encoding="utf-8")
