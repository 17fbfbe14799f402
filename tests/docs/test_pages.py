"""The pages of docs/ tell the truth: outputs, rules, pictures and links are fresh."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import renew
from tests.cli.calling import kept_cycles
from tests.meta.tree import ROOT, read, tracked

OUTSIDE = re.compile(r"(?:href|src|url)\s*[=(]\s*[\"']?(https?:[^\"')]*)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
PERSONAS = 8


@pytest.mark.slow
def test_what_pages_show_is_what_commands_say() -> None:
    """Where this fails: `make docs`, then look at what changed."""
    with kept_cycles():
        assert renew.stale() == []


@pytest.mark.parametrize("page", sorted(tracked("README.md", "docs/*.md")))
def test_links_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    targets = {found[1] for found in LINK.finditer(read(page))}
    assert sorted(each for each in targets if not (folder / each).exists()) == []


def test_every_persona_has_a_page_with_an_answer() -> None:
    index = read("docs/README.md")
    pages = sorted((ROOT / "docs" / "howto").glob("*.md"))
    assert len(pages) == PERSONAS
    for page in pages:
        assert f"(howto/{page.name})" in index
        assert "```console\n$ brokersql " in page.read_text(encoding="utf-8")


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
    assert {Path(name).stem for name in pictures} == set(renew.PICTURES)
    for name in pictures:
        assert OUTSIDE.findall(read(name)) == []
