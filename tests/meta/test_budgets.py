"""A module, a function and a SQL file stay short enough to be read at one sitting."""

from __future__ import annotations

import ast
import re

from tests.meta.tree import modules, read, tracked

MODULE_LINES = 300
FUNCTION_LINES = 40
NUMBERED_FUNCTION_LINES = 60
SQL_LINES = 60

STEP = re.compile(r"^\s*# (\d+)[.: ]")


def steps(lines: list[str]) -> list[int]:
    """Return the numbers of the comments that number the steps of a function."""
    return [int(found[1]) for line in lines if (found := STEP.match(line))]


def budget(lines: list[str]) -> int:
    """Return how long a function may be: longer where its steps count up from 1."""
    numbers = steps(lines)
    numbered = len(numbers) >= 3 and numbers == list(range(1, len(numbers) + 1))
    return NUMBERED_FUNCTION_LINES if numbered else FUNCTION_LINES


def sql_lines(text: str) -> int:
    """Count the lines that are neither blank nor comments of SQL or of a template.

    >>> sql_lines("-- title: x\\n\\nselect 1 -- one\\n/* a\\nb */\\nfrom t")
    2
    >>> sql_lines("{# why\\nso #}\\n{% for one in many %}")
    1
    """
    bare = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", text, flags=re.DOTALL)
    lines = (line.strip() for line in bare.splitlines())
    return sum(1 for line in lines if line and not line.startswith("--"))


def test_modules_are_short() -> None:
    lengths = {name: len(read(name).splitlines()) for name in tracked("engine/*.py")}
    assert lengths
    assert {n: size for n, size in lengths.items() if size > MODULE_LINES} == {}


def test_functions_are_short() -> None:
    too_long: dict[str, int] = {}
    for name, tree in modules():
        lines = read(name).splitlines()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = lines[node.lineno - 1 : node.end_lineno]
                if len(body) > budget(body):
                    too_long[f"{name}:{node.lineno} {node.name}"] = len(body)
    assert too_long == {}


def test_numbered_steps_lengthen_the_budget() -> None:
    assert budget(["    # 1. load", "    # 2. check", "    # 3. run"]) == 60
    assert budget(["    # 1. load", "    # 3. run", "    # 4. report"]) == 40
    assert budget(["    # 1. load", "    # 2. check"]) == 40


def test_sql_files_are_short() -> None:
    lengths = {name: sql_lines(read(name)) for name in tracked("sql/*.sql", "*.sql.j2")}
    assert {name: size for name, size in lengths.items() if size > SQL_LINES} == {}
