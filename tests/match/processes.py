"""Processes forked from one server that has imported what they need already."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess


def start(target: Callable[..., None], *arguments: object) -> ForkServerProcess:
    """Return a running process."""
    process = _context().Process(target=target, args=arguments)
    process.start()
    return process


def pipe() -> tuple[Connection, Connection]:
    """Return the two ends of a line between processes."""
    return _context().Pipe()


@cache
def _context() -> ForkServerContext:
    """Start the server where it finds the modules that this process finds.

    Arrow imports pandas with the first array that it makes of Python's objects.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(
        [
            *("pandas", "pyarrow.compute"),
            *(f"tests.match.{name}" for name in ("crashing", "serving", "stating")),
        ]
    )
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    forkserver.ensure_running()
    del os.environ["PYTHONPATH"]
    if before is not None:
        os.environ["PYTHONPATH"] = before
    return context
