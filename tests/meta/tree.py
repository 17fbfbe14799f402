"""The files of the project as git knows them, and their Python read as syntax trees."""

from __future__ import annotations

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked(*patterns: str) -> tuple[str, ...]:
    """Return the tracked paths that match, sorted; in a pattern `*` crosses folders."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    names = [name for name in listing.stdout.split("\0") if name]
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


def read(name: str) -> str:
    """Return the text of one tracked file."""
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return each module of the engine with its syntax tree."""
    names = tracked("engine/brokersql/*.py")
    return tuple((name, ast.parse(read(name), filename=name)) for name in names)


def package(name: str) -> str:
    """Return the package of a module, or the module itself where it is in none.

    >>> package("engine/brokersql/cli/run.py"), package("engine/brokersql/api.py")
    ('cli', 'api')
    """
    return name.removeprefix("engine/brokersql/").removesuffix(".py").split("/")[0]
