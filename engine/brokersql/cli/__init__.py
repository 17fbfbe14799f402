"""Command line: arguments in, text, tables and files out; only this imports typer.

Commands are imported when they are named, and import what they need when they run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from brokersql.core.light_imports import leave_out_unused
from brokersql.resident import pass_on

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:  # needs no parser
        from brokersql import __version__

        with suppress(OSError):  # an error like those of other commands, below
            print(f"brokersql {__version__}", flush=True)
            return 0
    if arguments is None:  # the process is this command line
        if (code := pass_on(given)) is not None:
            return code
        leave_out_unused()
    from brokersql.cli.app import run_line

    return run_line(given)
