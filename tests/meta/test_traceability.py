"""Every statement of the pages is closed by a file and a test, or said to be open.

docs/traceability.tsv holds one row per statement: the files that implement it, the
tests that show it, and its state. sql/statements.tsv says the statement in our words;
headers of SQL files cite it by its id. The sentences of the pages are no part of the
project: their folder stands in BROKERSQL_PAGES, else beside the checkout, and without
it the tests that compare with them skip.
"""

from __future__ import annotations

import ast
import csv
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from brokersql.policy import load_policy, shipped_policies
from brokersql.policy.model import cited_ids, parse_header, statements
from tests.meta.tree import ROOT, read, tracked

TABLE = "docs/traceability.tsv"
COLUMNS = ["id", "implemented_in", "spec_test", "state"]
STATES = {"open", "closed"}
MOST_CHARACTERS = 100
#: What a rule may follow where it follows no page.
NO_PAGE = ("running system", "DIRAC's code of ", "brokersql itself: ")
#: Where other repositories would be needed to look something up.
ELSEWHERE = re.compile(r"\b(?:spec|design)/|\b(?:production|dirac|screens)\.md")
FIRST_PIECE = "01-main-job.md"
PAGES = Path(os.environ.get("BROKERSQL_PAGES", ROOT.parent / "shared" / "pages"))
STATEMENTS = PAGES / "statements.tsv"

needs_statements = pytest.mark.skipif(
    not STATEMENTS.exists(), reason=f"no statements of the pages in {PAGES}"
)


@cache
def rows() -> list[dict[str, str]]:
    """Return the rows of the table."""
    lines = read(TABLE).splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def sentences() -> dict[str, dict[str, str]]:
    """Return the sentences of the pages, and the piece of work that closes each."""
    with open(STATEMENTS, encoding="utf-8") as lines:
        found = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row for row in found}


@cache
def functions_of(name: str) -> set[str]:
    """Return the names of the test functions of a file."""
    path = ROOT / name
    if not path.is_file():
        return set()
    return {
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_the_table_has_its_columns_and_no_statement_twice() -> None:
    assert read(TABLE).splitlines()[0].split("\t") == COLUMNS
    assert [
        n for n, times in Counter(row["id"] for row in rows()).items() if times > 1
    ] == []
    assert {row["state"] for row in rows()} <= STATES


@needs_statements
def test_the_table_holds_the_statements_of_the_pages() -> None:
    assert [row["id"] for row in rows()] == list(sentences())


def test_every_statement_is_said_in_short() -> None:
    names = [line.split("\t")[0] for line in read("sql/statements.tsv").splitlines()]
    assert names == ["id", *(row["id"] for row in rows())]
    for each in statements().values():
        assert all((each.page, each.section, each.statement)), each.id
        assert len(each.statement) <= MOST_CHARACTERS, each.id


@needs_statements
def test_no_statement_is_the_sentence_of_a_page() -> None:
    copied = [
        each.id
        for each in statements().values()
        if each.statement.casefold() == sentences()[each.id]["statement"].casefold()
    ]
    assert copied == []


@pytest.mark.parametrize("policy", shipped_policies())
def test_a_rule_cites_statements_or_says_that_no_page_has_it(policy: str) -> None:
    other = {
        file.shown: source
        for file in load_policy(policy).rules
        for source in file.header.all("source")
        if not cited_ids(source) and not source.startswith(NO_PAGE)
    }
    assert other == {}


def test_what_headers_name_is_in_the_repository() -> None:
    named = {
        file: line.value
        for file in tracked("sql/*.sql")
        for line in parse_header(read(file)).lines
        if ELSEWHERE.search(line.value)
        or (line.key == "source" and set(cited_ids(line.value)) - statements().keys())
    }
    assert named == {}


@needs_statements
def test_the_first_piece_of_work_leaves_nothing_open() -> None:
    mine = {each["id"] for each in sentences().values() if each["issue"] == FIRST_PIECE}
    assert mine
    assert [r["id"] for r in rows() if r["id"] in mine and r["state"] == "open"] == []


def test_a_closed_statement_names_files_and_tests_and_an_open_one_neither() -> None:
    for row in rows():
        named = bool(row["implemented_in"]), bool(row["spec_test"])
        is_closed = row["state"] == "closed"
        assert named == (is_closed, is_closed), row["id"]


def test_what_implements_a_statement_exists() -> None:
    named = {name for row in rows() for name in row["implemented_in"].split()}
    assert {n for n in named if not n.startswith(("sql/", "engine/"))} == set()
    assert {n for n in named if not (ROOT / n).is_file()} == set()


def test_what_shows_a_statement_exists() -> None:
    named = {name for row in rows() for name in row["spec_test"].split()}
    missing: set[str] = set()
    for name in named:
        file, _, test = name.partition("::")
        if not file.startswith("tests/") or test not in functions_of(file):
            missing.add(name)
    assert missing == set()
