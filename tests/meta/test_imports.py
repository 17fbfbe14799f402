"""Imports run one way, and each foreign library is known to few packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.meta.tree import modules, package

# A package may import from itself and from the rows above it. A package that is missing
# here fails the test below: give it the highest row that its duty allows.
ROWS = (
    {"core"},
    {"render"},
    {"snapshot"},
    {"policy"},
    {"compiler"},
    {"cycle", "sandbox"},
    {"results"},
    {"replay", "explain", "match", "diff", "export", "shadow", "watch"},
    {"variations", "scoreboard"},
    {"simulate"},
    {"api"},
    {"web"},
    {"__init__"},
    {"resident"},
    {"cli"},
    {"__main__"},
)
RANK = {name: rank for rank, names in enumerate(ROWS) for name in names}

OWNERS = {
    "duckdb": ("core",),
    "_duckdb": ("core",),
    "sqlglot": ("compiler", "snapshot"),
    "jinja2": ("compiler", "web"),
    "typer": ("cli",),
    "click": ("cli",),
    "rich": (),
    "prompt_toolkit": ("cli",),
}


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and full name of all that a module imports, at its top or inside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def import_error(here: str, imported: str) -> str | None:
    """Return what is wrong when package `here` imports a name, None if nothing is."""
    top, _, rest = imported.partition(".")
    if not top:
        return f"relative import {imported}"
    if top != "brokersql":
        owners = OWNERS.get(top, (here,))
        return None if here in owners else f"{top} belongs to {' and '.join(owners)}"
    if rest == "__version__":
        return None
    there = rest.split(".")[0]
    there = there if there in RANK else "__init__"
    if there == here or RANK[there] < RANK[here]:
        return None
    return f"{here} must not import {there}"


def test_every_package_has_its_row() -> None:
    assert {package(name) for name, _ in modules()} - RANK.keys() == set()


def test_imports_run_one_way() -> None:
    errors = [
        f"{name}:{line} {found}"
        for name, tree in modules()
        for line, imported in imports(tree)
        if (found := import_error(package(name), imported))
    ]
    assert errors == []


def test_one_module_talks_to_duckdb() -> None:
    found = {
        name
        for name, tree in modules()
        for _, imported in imports(tree)
        if imported.partition(".")[0] in ("duckdb", "_duckdb")
    }
    assert found == {"engine/brokersql/core/database.py"}


@pytest.mark.parametrize(
    ("here", "imported", "allowed"),
    [
        ("cycle", "brokersql.compiler.program.compile_policy", True),
        ("compiler", "brokersql.cycle.run", False),
        ("results", "brokersql.explain.task", False),
        ("policy", "brokersql.policy.model.parse", True),
        ("policy", "brokersql.Snapshot", False),
        ("cycle", "brokersql.__version__", True),
        ("core", "brokersql.snapshot.Snapshot", False),
        ("core", "duckdb", True),
        ("snapshot", "duckdb", False),
        ("web", "jinja2", True),
        ("policy", "sqlglot.expressions.Select", False),
        ("cli", "rich.table.Table", False),
        ("cycle", "..errors.CycleError", False),
    ],
)
def test_the_rule_itself(here: str, imported: str, allowed: bool) -> None:
    assert (import_error(here, imported) is None) is allowed
