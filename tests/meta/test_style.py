"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator

import jinja2
import pytest
from jinja2 import nodes

from tests.meta.tree import ROOT, modules, read, tracked

# How a statement begins. English may begin with the same verbs, so more is asked for.
STATEMENT = re.compile(
    r"""\s*(
        select\s.*\sfrom\s | with\s+(recursive\s+)?\S+\s+as\s*\(
        | insert\s+into\s | update\s+\S+\s+set\s | delete\s+from\s
        | merge\s+into\s | copy\s.*\s(to|from)\s
        | create\s+(or\s+replace\s+)?(temp(orary)?\s+)?(table|view|macro|schema|type)\s
        | alter\s+table\s | drop\s+(table|view|schema|macro)\s
    )""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
CLAUSE = re.compile(
    r"\b(where|join|group\s+by|order\s+by|having|qualify|union|values)\b", re.IGNORECASE
)
FRAGMENT = re.compile(
    r"\s*((inner|left|cross|full)\s+join|group\s+by|order\s+by|union\s+all)\s",
    re.IGNORECASE,
)
ONE_LINE = 88

# What a template may consist of: names, attributes, loops over the catalogue, macros.
TEMPLATE_NODES = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr),
    *(nodes.For, nodes.Macro, nodes.Call, nodes.Keyword, nodes.Const, nodes.Filter),
    *(nodes.Import, nodes.FromImport, nodes.Include),
)
TEMPLATE_FILTERS = {"join", "map"}

VAGUE = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}


def docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes that are docstrings: prose, not values."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each string; `{}` stands for what an f-string inserts."""
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            parts = [
                str(part.value) if isinstance(part, ast.Constant) else "{}"
                for part in node.values
            ]
            yield node.lineno, "".join(parts)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
        ):
            yield node.lineno, node.value


def is_sql_text(text: str) -> bool:
    """Tell whether a string is a statement, or a part of one, that belongs in sql/."""
    if FRAGMENT.match(text):
        return True
    if not STATEMENT.match(text + " "):
        return False
    return "\n" in text.strip() or len(text) > ONE_LINE or bool(CLAUSE.search(text))


def template_faults(source: str) -> list[str]:
    """Return what a template does beyond composing, as `line: construct`."""
    faults: list[str] = []
    parents: list[nodes.Node] = [jinja2.Environment().parse(source)]
    while parents:
        node = parents.pop()
        parents.extend(node.iter_child_nodes())
        name = type(node).__name__
        if isinstance(node, nodes.Operand):
            continue  # half of a comparison, which is a fault by itself
        if not isinstance(node, TEMPLATE_NODES):
            faults.append(f"{node.lineno}: {name}")
        elif isinstance(node, nodes.For) and (node.test or node.else_):
            faults.append(f"{node.lineno}: For with a condition")
        elif isinstance(node, nodes.Filter) and node.name not in TEMPLATE_FILTERS:
            faults.append(f"{node.lineno}: filter {node.name}")
        elif isinstance(
            node, nodes.Import | nodes.FromImport | nodes.Include
        ) and not isinstance(node.template, nodes.Const):
            faults.append(f"{node.lineno}: {name} of a computed name")
    return sorted(faults)


def test_sql_stands_in_files() -> None:
    found = [
        f"{name}:{line} {' '.join(text.split())[:60]}"
        for name, tree in modules()
        for line, text in strings(tree)
        if is_sql_text(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select count(*) from {}", False),
        ("select queue_name from {} where {}", True),
        ("select\n    queue_name\nfrom {}", True),
        ("create or replace table {} as select {} from {} group by all", True),
        ("with pressures as (select 1) select n from pressures where n > 1", True),
        ("delete from {} where true", True),
        ("select a queue with --queue", False),
        ("Create a snapshot where none is", False),
        ("    left join queue on {}", True),
        ("order by weight", True),
    ],
)
def test_what_counts_as_sql(text: str, expected: bool) -> None:
    assert is_sql_text(text + (" " if expected else "")) is expected


def test_prose_and_inserted_values_are_no_sql() -> None:
    code = '"""Select x from y where z."""\nf"select {a} from {b}"\n'
    assert list(strings(ast.parse(code))) == [(2, "select {} from {}")]


def test_templates_only_compose() -> None:
    faults = {
        name: found
        for name in tracked("sql/*.j2")
        if (found := template_faults(read(name)))
    }
    assert faults == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{% for f in filters %}{{ f.sql }}{% endfor %}", []),
        ("{{ columns | join(', ') }}", []),
        ("{% macro key(t) %}{{ t }}.queue_name{% endmacro %}{{ key('queue') }}", []),
        ("{% if verdict %}x{% endif %}", ["1: If"]),
        ("{% set n = 3 %}", ["1: Assign"]),
        ("{% for f in filters if f.drop %}x{% endfor %}", ["1: For with a condition"]),
        ("{{ n + 1 }}", ["1: Add"]),
        ("{{ a == b }}", ["1: Compare"]),
        ("{{ ',' if more }}", ["1: CondExpr"]),
        ("{% include name %}", ["1: Include of a computed name"]),
        ("{{ name | upper }}", ["1: filter upper"]),
    ],
)
def test_what_a_template_may_do(source: str, expected: list[str]) -> None:
    assert template_faults(source) == expected


def test_templates_stand_in_the_frame() -> None:
    astray = [n for n in tracked("sql/*.j2") if not n.startswith("sql/frame/")]
    assert astray == []


def test_templates_name_no_criterion() -> None:
    tags = {
        line.split(":", 1)[1].strip()
        for name in tracked("sql/*.sql")
        for line in read(name).splitlines()
        if line.startswith("-- criterion:")
    }
    named = [
        f"{name}: {tag}"
        for name in tracked("sql/*.j2")
        for tag in tags
        if re.search(rf"['\"]{re.escape(tag)}['\"]", read(name))
    ]
    assert named == []


def test_module_names_say_something() -> None:
    stems = {name: name.rsplit("/", 1)[-1] for name in tracked("engine/*.py")}
    assert [n for n, stem in stems.items() if stem.removesuffix(".py") in VAGUE] == []


def test_annotations_are_lazy_in_every_module() -> None:
    line = "from __future__ import annotations"
    files = tracked("engine/*.py", "tests/*.py", "bench/*.py")
    assert [n for n in files if (text := read(n)).strip() and line not in text] == []


def test_nothing_is_left_to_do() -> None:
    mark = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
    files = tracked("engine/*.py", "sql/*", "tests/*.py", "bench/*.py")
    assert [name for name in files if mark.search(read(name))] == []


def test_no_file_names_a_place_of_one_machine() -> None:
    place = re.compile(r"(?<![\w.*])/(work|root)/|pypi\.org|npmjs\.")
    text = ("*.py", "*.md", "*.sql", "*.j2", "*.toml", "*.tsv", "Makefile", ".ci/run")
    assert [name for name in tracked(*text) if place.search(read(name))] == []


def test_ci_runs_the_checks_and_the_suite() -> None:
    assert os.access(ROOT / ".ci/run", os.X_OK)
    script = read(".ci/run")
    assert "make --no-print-directory check" in script
    assert "make --no-print-directory test" in script


def test_readme_shows_how_to_run_and_test() -> None:
    for readme in tracked("README.md"):
        assert "make run" in read(readme)
        assert "make test" in read(readme)
