"""Command line: arguments in, text, tables and files out; the only room with typer.

Commands import what they need when they run, so that help is instant.
"""

from __future__ import annotations

from brokersql.cli.main import main

__all__ = ["main"]
