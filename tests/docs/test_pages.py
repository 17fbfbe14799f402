"""The pages of docs/ tell the truth: outputs, rules, pictures and links are fresh."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from brokersql.cli.app import command_tree
from brokersql.cli.output import Choices
from brokersql.snapshot.doctor import questions
from docs import renew
from tests.cli.calling import kept_cycles
from tests.meta.tree import ROOT, read, tracked

OUTSIDE = re.compile(r"(?:href|src|url)\s*[=(]\s*[\"']?(https?:[^\"')]*)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```(?:sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUESTIONS = 9


@pytest.mark.shown
def test_what_pages_show_is_what_commands_say() -> None:
    """Where this fails: `make docs`, then look at what changed."""
    with kept_cycles():
        assert renew.stale(renew.made_of_runs()) == []


def test_pages_about_rules_options_and_documents_are_made_of_them() -> None:
    """Where this fails: `make docs`, then look at what changed."""
    made = dict(renew.made_of_declarations())
    assert renew.stale(iter(made.items())) == []
    assert {*(ROOT / "docs" / "rules").glob("*.md")} <= made.keys()


def test_the_files_of_the_tutorial_make_a_policy_that_weighs_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All files of the page are written, all its commands run in order."""
    page = read("docs/howto/own-table.md")
    # it speaks of one run, and of what one policy decides there
    monkeypatch.setattr(renew, "RUNS", [f"{renew.RUNS[0]} --policy panda_job"])
    with kept_cycles(), renew.runs_of_the_demo():
        assert renew.renewed(page) == page
        ranked = [
            [row["queue_name"] for row in pq.read_table(file).to_pylist()]
            for file in ("out/weighed.parquet", "out-green/weighed.parquet")
        ]
    assert ranked[0] != ranked[1]


@pytest.mark.parametrize("page", sorted(tracked("README.md", "docs/*.md")))
def test_links_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    targets = {found[1] for found in LINK.finditer(read(page))}
    assert sorted(each for each in targets if not (folder / each).exists()) == []


def called(page: str) -> Iterator[list[str]]:
    """Yield the commands of the shell blocks of a page, word by word."""
    for block in SHELL.findall(read(page)):
        lines = block.replace("\\\n", " ").splitlines()
        typed = [line for line in lines if line.startswith("$ ")]
        for line in typed or lines:
            words = shlex.split(line.removeprefix("$ ").split(" | ")[0], comments=True)
            for part in " ".join(map(shlex.quote, words)).split("'&&'"):
                if part.split()[:1] == ["brokersql"]:
                    yield shlex.split(part)[1:]


def misread(words: list[str]) -> str:
    """Return what the command line says against a call, without making it."""
    command: Any = command_tree()
    above: Any = None
    try:
        while True:
            name = command.name
            above = command.make_context(name, words, parent=above, obj=Choices())
            words = [*getattr(above, "_protected_args", ()), *above.args]
            if not getattr(command, "commands", None) or not words:
                return ""
            _, command, words = command.resolve_command(above, words)
    except Exception as error:
        said = getattr(error, "format_message", None)
        return said() if said else str(error)


@pytest.mark.parametrize("page", sorted(tracked("README.md", "docs/*.md")))
def test_commands_of_pages_have_the_options_that_they_show(page: str) -> None:
    faults = {" ".join(words): misread(words) for words in called(page)}
    assert {words: fault for words, fault in faults.items() if fault} == {}


@pytest.mark.parametrize("page", sorted(tracked("README.md", "docs/*.md")))
def test_python_of_pages_imports_what_there_is(page: str) -> None:
    imports = [
        (node.module, name.name)
        for block in PYTHON.findall(read(page))
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    ]
    own = [each for each in imports if each[0].split(".")[0] == "brokersql"]
    assert [(m, n) for m, n in own if not hasattr(import_module(m), n)] == []


def test_every_question_has_a_page_with_an_answer() -> None:
    index = read("docs/README.md")
    pages = sorted((ROOT / "docs" / "howto").glob("*.md"))
    assert len(pages) == QUESTIONS
    for page in pages:
        assert f"(howto/{page.name})" in index
        assert "```console\n$ brokersql " in page.read_text(encoding="utf-8")


def test_the_page_of_real_data_names_the_tables_that_each_question_needs() -> None:
    page = read("docs/data-in.md")
    for each in questions():
        row = (each.text, ", ".join(each.needs), ", ".join(each.better))
        assert f"| {' | '.join(row)} |" in page


def test_every_rule_stands_in_the_catalogue() -> None:
    pages = {path.stem: path.read_text() for path in (ROOT / "docs/rules").glob("*.md")}
    mapping = pages.pop("README")
    rules = [
        name
        for name in tracked("sql/*/filters/*.sql", "sql/*/weights/*.sql")
        if not name.startswith("sql/lib/")
    ]
    assert rules
    for rule in rules:
        policy = Path(rule).parts[1]
        assert f"({Path('../..') / rule})" in pages[policy], rule
        assert f"{rule})" in mapping or "/weights/" in rule, rule


def test_pictures_ask_no_network() -> None:
    pictures = tracked("docs/pictures/*.svg")
    drawn = {"architecture", *renew.PICTURES}
    assert {Path(name).stem for name in pictures} == drawn
    for name in pictures:
        assert OUTSIDE.findall(read(name)) == []
