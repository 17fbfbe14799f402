"""Help is instant, complete, and names an example for every command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brokersql import __version__
from brokersql.cli.app import command_tree
from brokersql.core.light_imports import UNUSED
from tests.cli.calling import call, environment, spawn


def commands(command: Any, *above: str) -> Iterator[tuple[str, ...]]:
    """Yield the words that call each command; the state of `match` is a word too."""
    for name, inner in getattr(command, "commands", {}).items():
        words = (*above, name, "state/pheno") if name == "match" else (*above, name)
        if getattr(inner, "commands", None):
            yield from commands(inner, *words)
        else:
            yield words


COMMANDS = tuple(commands(command_tree()))
SHARED = (
    *("--verbose", "--quiet", "--color", "--format", "--output", "--limit"),
    *("--columns", "--where", "--sort", "--progress", "--no-progress", "--log-format"),
)
#: Options that say nothing to commands that print no rows.
SHAPING = ("--limit", "--columns", "--where", "--sort")
USELESS = {"report": SHAPING, "serve": ("--format", "--output", *SHAPING)}
#: Stands for the folder of a run.
RUN = "RUN"
HEAVY = ("duckdb", "pyarrow", "sqlglot", "jinja2", "rich", "prompt_toolkit")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_an_example_and_the_shared_options(
    command: tuple[str, ...],
) -> None:
    shown = call(*command, "--help")
    assert shown.code == 0
    assert "─" not in shown.out  # all have the same plain layout
    assert f"brokersql {' '.join(command)}" in " ".join(shown.out.split())
    assert "Example" in shown.out
    useless = USELESS.get(command[-1], ())
    wanted = [option for option in SHARED if option not in useless]
    assert [option for option in SHARED if option in shown.out] == wanted


@pytest.mark.parametrize(
    "group",
    [(), ("policy",), ("snapshot",), ("snapshot", "import"), ("history",)],
)
def test_a_group_alone_prints_its_commands(group: tuple[str, ...]) -> None:
    shown = call(*group)
    assert shown.code == 0
    inside = {each[len(group)] for each in COMMANDS if each[: len(group)] == group}
    assert [name for name in inside if f"  {name} " not in shown.out] == []
    if group:
        told = call(*group, "--help").out
        assert f"Example: brokersql {' '.join(group)} " in told and "─" not in told


@pytest.mark.parametrize(
    ("words", "light", "most"),
    [
        (("--version",), ("typer", *HEAVY), 80),
        (("--help",), HEAVY, 220),
        (("run", "--help"), HEAVY, 220),
        (("sql", RUN, "from result"), ("sqlglot", "jinja2", "brokersql.cycle"), 330),
        (("explain", RUN, "47110182"), ("sqlglot", "jinja2"), 520),
    ],
    ids=lambda it: " ".join(it) if isinstance(it, tuple) else "",
)
def test_a_command_imports_what_it_needs(
    words: tuple[str, ...], light: tuple[str, ...], most: int, run_folder: Path
) -> None:
    given = [str(run_folder) if word == RUN else word for word in words]
    if "explain" in words:  # what is explained again is kept
        assert call(*given).code == 0
    code = (
        "import sys\n"
        "from brokersql.cli import main\n"
        f"sys.argv[1:] = {given!r}\n"
        "code = main()\n"
        f"light = [name for name in {(*light, *UNUSED)!r} if sys.modules.get(name)]\n"
        "found = light or code or len(sys.modules)\n"
        f"sys.exit(str(found) if light or code or found > {most} else 0)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_version() -> None:
    assert call("--version").out == f"brokersql {__version__}\n"
    assert spawn("--version").stdout == f"brokersql {__version__}\n".encode()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rum",), "error: no such command 'rum'"),
        (("rum",), "id you mean 'run'"),
        (("run", "--profle", "page"), "--profile"),
        (
            ("policy", "list", "--format", "yaml"),
            "table, json, jsonl, csv, parquet, arrow",
        ),
    ],
)
def test_what_there_is_not_is_a_usage_error(words: tuple[str, ...], said: str) -> None:
    wrong = call(*words)
    assert (wrong.code, said in wrong.err) == (2, True), wrong.err


def test_shared_options_stand_before_or_after_the_command() -> None:
    before = call("--format", "json", "policy", "list")
    after = call("policy", "list", "--format", "json")
    assert before.code == after.code == 0
    assert before.out == after.out
    assert before.json["kind"] == "policy.list"
