"""One class name means one thing, imports have no cycle, and words are plain."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Container, Iterator, Mapping

import pytest

from brokersql.core.policy_names import shipped_policies
from tests.meta.test_style import docstrings
from tests.meta.tree import modules, package, read

#: Words that stand in no docstring, comment and message, except within backticks.
_IN_PROSE = (
    "told tell tells telling kin crew crews desk desks shelf shelves knob knobs "
    "lever levers barrier barriers restraint restraints mend mends mended mending "
    "twins furnish furnishes furnished sitting sittings beneath"
)
BANNED = frozenset(_IN_PROSE.split())
#: Words of English that mean nothing as a part of a name.
_IN_NAMES = (
    "said house room rooms lot lots otherwise odd oddity oddities settle settles "
    "settled beside aside apart book lift lifts lifting turn turns opinion usual "
    "ground grounds"
)
BANNED_IN_NAMES = BANNED | frozenset(_IN_NAMES.split())
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_WORD = re.compile(r"[A-Za-z]+")
_CODE = re.compile(r"``?[^`]*``?")


def parts(name: str) -> list[str]:
    """Return the words of a snake or camel name.

    >>> parts("_LastReader2"), parts("SQLTable"), parts("n_rows")
    (['last', 'reader'], ['sql', 'table'], ['n', 'rows'])
    """
    return [part.lower() for part in _PART.findall(name)]


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of all that a module defines, inside functions too."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str() as name):
                yield node.lineno, name
            case _:
                pass


def prose(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of the docstrings, comments and messages of a module.

    A text of several words is a message; a single one is a key or a name.
    """
    wanted = docstrings(tree)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        if id(node) in wanted or " " in node.value.strip():
            text = _CODE.sub(lambda code: re.sub(r"\S", " ", code[0]), str(node.value))
            yield from enumerate(text.splitlines(), start=node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _CODE.sub("", token.string)


def private_words(name: str, source: str, tree: ast.Module) -> Iterator[str]:
    """Yield ``file:line word`` for each banned word of a module."""
    for part in parts(name.rsplit("/", 1)[-1].removesuffix(".py")):
        if part in BANNED_IN_NAMES:
            yield f"{name}:1 {part} (name of the module)"
    for line, found in names(tree):
        for part in BANNED_IN_NAMES.intersection(parts(found)):
            yield f"{name}:{line} {part} (in {found})"
    for line, text in prose(source, tree):
        for word in BANNED.intersection(_WORD.findall(text.lower())):
            yield f"{name}:{line} {word} (in: {text.strip()[:60]})"


def imported_modules(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    """Yield the modules that a module imports when it is loaded."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.ImportFrom(module=str() as base):
                for alias in node.names:
                    whole = f"{base}.{alias.name}"
                    yield whole if whole in known else base
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting += node.orelse
            case ast.If() | ast.Try() | ast.With():
                children = ast.iter_child_nodes(node)
                waiting += [each for each in children if isinstance(each, ast.stmt)]
            case _:
                pass


def dotted(name: str) -> str:
    """Return the module of a file.

    >>> dotted("engine/brokersql/api.py"), dotted("engine/brokersql/cli/__init__.py")
    ('brokersql.api', 'brokersql.cli')
    """
    stem = name.removeprefix("engine/").removesuffix(".py").removesuffix("/__init__")
    return stem.replace("/", ".")


def cycle_through(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the names of a cycle in a graph, empty if there is none.

    >>> cycle_through({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c', 'b']
    """
    done: set[str] = set()
    path: list[str] = []

    def visit(name: str) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        path.append(name)
        for other in sorted(graph.get(name, ())):
            if found := visit(other):
                return found
        path.pop()
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := visit(name))), [])


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, dict[str, str]] = {}
    for name, tree in modules():
        for node in tree.body:
            # what the public door offers may be called as what it wraps
            if isinstance(node, ast.ClassDef) and package(name) != "api":
                place = f"{name}:{node.lineno}"
                places.setdefault(node.name, {}).setdefault(package(name), place)
    twice = [
        f"{name}: {', '.join(found.values())}"
        for name, found in sorted(places.items())
        if len(found) > 1
    ]
    assert not twice, "\n".join(twice)


def test_imports_have_no_cycle() -> None:
    known = {dotted(name) for name, _ in modules()}
    graph = {
        dotted(name): {
            other
            for other in imported_modules(tree, known)
            if other in known and other != dotted(name)
        }
        for name, tree in modules()
    }
    found = cycle_through(graph)
    assert not found, " imports ".join(found)


def test_words_are_plain() -> None:
    found = [
        place
        for name, tree in modules()
        for place in private_words(name, read(name), tree)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("engine/brokersql/desk.py", "", ["1 desk (name of the module)"]),
        ("x.py", "class TaskKnob:\n    pass\n", ["1 knob (in TaskKnob)"]),
        ("x.py", "def f(told_by: int) -> int:\n    ...\n", ["1 told (in told_by)"]),
        ("x.py", "def f() -> None:\n    the_lot = 1\n", ["2 lot (in the_lot)"]),
        ("x.py", '"""One.\n\nIt tells all."""\n', ["3 tells (in: It tells all.)"]),
        ("x.py", "a = 1  # mend it\n", ["1 mend (in: # mend it)"]),
        ("x.py", '"""The header `lever`; otherwise the usual."""\n', []),
        ("x.py", 'a_slot = "told"\n', []),
        ("x.py", 'a = f"{n} to tell"\n', ["1 tell (in: to tell)"]),
    ],
)
def test_what_counts_as_private(name: str, source: str, expected: list[str]) -> None:
    found = private_words(name, source, ast.parse(source))
    assert [each.partition(":")[2] for each in found] == expected


def test_imports_at_load_time_only() -> None:
    source = (
        "from a import b\nif TYPE_CHECKING:\n    import c\n"
        "try:\n    import d\nexcept ImportError:\n    import e\n"
        "def f():\n    import g\n"
    )
    found = set(imported_modules(ast.parse(source), {"a.b"}))
    assert found >= {"a.b", "d"} and not found & {"c", "g"}


def test_no_policy_is_named_in_the_engine() -> None:
    """sql/policies.toml says which run by default; docstrings may name one."""
    found = [
        f"{name}:{node.lineno} {node.value}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in shipped_policies()
    ]
    assert not found, "\n".join(found)
