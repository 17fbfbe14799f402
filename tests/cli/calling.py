"""The command line as tests call it: arguments in, exit code and both streams out."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from brokersql.cli import main
from brokersql.cycle import FinishedCycle, LoadedSnapshot, Options, run_cycle
from brokersql.explain import explain_subject
from brokersql.explain.context import Story
from brokersql.snapshot import Snapshot
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
    """Let commands that look back on runs over one folder share cycles and stories.

    A cycle is a pure function of what it is made from, and no story leaves a trace in
    it: tests/property and tests/explain/test_changes.py see to both. So a story that is
    shown in several forms is looked for once.
    """
    with (
        mock.patch("brokersql.explain.explain_subject", _kept_story),
        mock.patch("brokersql.cycle.run_cycle", _kept_cycle),
        mock.patch("brokersql.cycle.answering_cycle", _kept_cycle),
    ):
        yield


_KEPT: dict[str, FinishedCycle] = {}
_STORIES: dict[tuple[int, str], tuple[FinishedCycle, Story]] = {}


def _kept_cycle(
    snapshot: Snapshot | LoadedSnapshot,
    policy: str,
    options: Options,
    *,
    is_kept: bool = True,
) -> FinishedCycle:
    if isinstance(snapshot, LoadedSnapshot) or not Path(snapshot.where).is_dir():
        return run_cycle(snapshot, policy, options, is_kept=is_kept)
    folder = Path(snapshot.where)
    files = [(str(each), each.stat()) for each in sorted(folder.resolve().rglob("*"))]
    held = [(name, stat.st_size, stat.st_mtime_ns) for name, stat in files]
    key = repr((held, policy, options, snapshot.changes, snapshot.scripts))
    if key not in _KEPT:
        while len(_KEPT) > 2:
            gone = _KEPT.pop(next(iter(_KEPT)))
            for place in [it for it, (cycle, _) in _STORIES.items() if cycle is gone]:
                del _STORIES[place]
        _KEPT[key] = run_cycle(snapshot, policy, options, is_kept=True)
    return _KEPT[key]


def _kept_story(cycle: FinishedCycle, *asked: Any, **subject: Any) -> Story:
    if not any(cycle is each for each in _KEPT.values()):
        return explain_subject(cycle, *asked, **subject)
    key = (id(cycle), repr((asked, sorted(subject.items()))))
    if key not in _STORIES:
        _STORIES[key] = (cycle, explain_subject(cycle, *asked, **subject))
    return _STORIES[key][1]


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


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables of a process that can import the package."""
    paths = [str(ROOT / "engine"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        **(more or {}),
    }


def forget_tables(run: Path, tables: Iterable[str]) -> None:
    """Leave a folder as a run that never wrote some of its tables."""
    record = json.loads((run / "run.json").read_text(encoding="utf-8"))
    for name in tables:
        (run / f"{name}.parquet").unlink()
        del record["tables"][name]
    (run / "run.json").write_text(json.dumps(record), encoding="utf-8")
