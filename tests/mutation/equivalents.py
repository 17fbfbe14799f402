"""Changes that nobody can see: no input leads to another decision."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from brokersql.policy import load_policy
from tests.mutation.belonging import COMMENT, column_of, policies_of
from tests.mutation.mutants import ORDER, PARAMETERS, Mutant

TABLE = Path(__file__).with_suffix(".tsv")


@cache
def equivalents() -> Mapping[tuple[str, str, str], str]:
    """Return the reason of each by its file, the text of its line, and its change."""
    rows = csv.DictReader(TABLE.read_text("utf-8").splitlines(), delimiter="\t")
    return {(row["file"], row["line"], row["change"]): row["reason"] for row in rows}


def key_of(root: Path, mutant: Mutant) -> tuple[str, str, str]:
    """Return by what a mutant is listed; the line by its text, which stays longer."""
    lines = (root / mutant.file).read_text(encoding="utf-8").splitlines()
    return mutant.file, lines[mutant.line - 1].strip(), mutant.change


def reason_of(root: Path, mutant: Mutant) -> str | None:
    """Return why a mutant decides as the file does, if it is listed."""
    return equivalents().get(key_of(root, mutant))


def names_no_mode(root: Path, mutant: Mutant) -> bool:
    """Tell whether a text becomes another one, and no query compares with either.

    Each query that reads the parameter asks only whether it is some third text, or has
    a macro ask that.
    """
    if mutant.stratum != PARAMETERS or not mutant.before.startswith('"'):
        return False
    column, code = column_of(root, mutant), _code(root)
    uses = re.findall(rf"\b{column}\b", code)
    modes = re.findall(rf"\bcfg\.{column}\s+(?:=|<>)\s+'([^']*)'", code)
    n_compared = len(modes)
    asking = rf"\b(\w+)\([^()]*\bcfg\.{column}\b(?!\s+(?:=|<>))"
    macros = [each for each in re.findall(asking, code) if f"macro {each}(" in code]
    modes += [text for macro in macros for text in _texts_of(code, macro)]
    texts = {each.strip('"') for each in (mutant.before, mutant.after)}
    is_whole = len(uses) == n_compared + len(macros)
    return is_whole and not texts & {*modes}


def reports_apart(mutant: Mutant) -> bool:
    """Tell whether filters change places that are never reported before one another.

    Those that drop a pair are reported from the first on, then those that defer it.
    """
    if mutant.stratum != ORDER:
        return False
    names = re.findall(r"\w+", mutant.before)
    filters = load_policy(policies_of(mutant)[0]).filters
    return len({each.effect for each in filters if each.stem in names}) > 1


@cache
def _texts_of(code: str, macro: str) -> set[str]:
    """Return the texts in a macro and in those that it calls; a function has none."""
    found = re.search(rf"create or replace macro {macro}\(.*?;", code, re.S)
    if found is None:
        return set()
    called = {*re.findall(r"\b(\w+)\(", found[0])} - {macro}
    texts = {*re.findall(r"'([^']*)'", found[0])}
    return texts.union(*(_texts_of(code, each) for each in called))


@cache
def _code(root: Path) -> str:
    """Return all queries without their comments."""
    paths = sorted((root / "sql").rglob("*.sql"))
    return "\n".join(COMMENT.sub("", path.read_text("utf-8")) for path in paths)
