"""The command line as tests call it: arguments in, exit code and both streams out."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brokersql.cli import main

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
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class _Stream(io.TextIOWrapper):
    """A stream that is no terminal and keeps what is written."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


def call(*arguments: str | Path | float) -> Outcome:
    """Run one command line inside this process."""
    out, err = _Stream(), _Stream()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(each) for each in arguments])
    return Outcome(code, out.text(), err.text())


def spawn(
    *arguments: str | Path, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run one command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "brokersql", *map(str, arguments)],
        env=environment(env),
        capture_output=True,
        check=False,
        timeout=300,
        **{"stdin": subprocess.DEVNULL, **options},
    )


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables of a process that can import the package."""
    paths = [str(ROOT / "engine"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        **(more or {}),
    }
