"""A conversation with a program on a terminal: what is typed, what is awaited."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tests.cli.calling import environment

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")
#: What a program sends to learn where the cursor is, and an answer.
_WHERE, _HERE = b"\x1b[6n", b"\x1b[1;1R"


class Talk:
    """One program on a terminal of 100 columns and 30 lines."""

    def __init__(self, *arguments: str | Path, env: Mapping[str, str]) -> None:
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            size = {"TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
            command = [sys.executable, "-m", "brokersql", *map(str, arguments)]
            os.execve(sys.executable, command, environment({**size, **env}))

    def type(self, text: str) -> None:
        """Send keys; a line ends with a carriage return."""
        os.write(self._terminal, text.encode())

    def until(self, awaited: str, seconds: float = 60, typing: str = "") -> str:
        """Return what is printed up to a text, without control characters.

        `typing` is typed every second until then.

        Raises:
            AssertionError: it does not come in time.
        """
        got, end, turn = b"", time.monotonic() + seconds, 0.0
        while time.monotonic() < end:
            if typing and time.monotonic() > turn:
                turn = time.monotonic() + 1
                self.type(typing)
            if not select.select([self._terminal], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(self._terminal, 65536)
            except OSError:
                break
            if _WHERE in piece:
                os.write(self._terminal, _HERE)
            got += piece
            if awaited in plain(got):
                return plain(got)
        raise AssertionError(f"no {awaited!r} in {plain(got)!r}")

    def end(self) -> int:
        """Return the exit code of the program, which is about to end."""
        for _ in range(200):
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self._terminal)
                return os.waitstatus_to_exitcode(status)
            select.select([self._terminal], [], [], 0.1)
            if select.select([self._terminal], [], [], 0)[0]:
                try:
                    os.read(self._terminal, 65536)
                except OSError:
                    time.sleep(0.1)
        os.kill(self.process, signal.SIGKILL)
        raise AssertionError("it does not end")


def plain(content: bytes) -> str:
    """Return terminal output as text."""
    return _CONTROL.sub("", content.decode(errors="replace"))
