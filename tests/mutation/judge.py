"""Whether the tests that belong to a mutant notice it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from tests.mutation.belonging import files_testing, policies_of
from tests.mutation.covering import covers
from tests.mutation.equivalents import names_no_mode, reason_of, reports_apart
from tests.mutation.mutants import Mutant
from tests.mutation.same_plan import has_same_plan

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine", "sql", "tests", "fixtures")
#: What becomes of a mutant; an invalid one is refused before it decides anything.
KILLED, SURVIVED, INVALID, EQUIVALENT = "killed", "survived", "invalid", "equivalent"
QUIET = ("-q", "--tb=line", "-p", "no:cacheprovider", "-m", "not long and not shown")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - (.*))?$", re.M)
#: Errors about the text of a statement or a policy: no test had to look for them.
TEXTUAL = re.compile(r"SqlError: (?:Parser|Binder|Catalog) Error|PolicyError")
#: Seconds after which a mutant counts as killed: it decides without an end.
ENDLESS = 1200


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a mutant, and by which test or for which reason."""

    outcome: str
    by: str = ""


class ChangedTree:
    """A copy of the files that tests need, one of which is changed for a while."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        compiled = ignore_patterns("__pycache__")
        for name in FOLDERS:
            copytree(ROOT / name, self.root / name, ignore=compiled)
        copy(ROOT / "pyproject.toml", self.root)
        self._scratch = folder / "scratch"
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(self.root / "engine"), str(self.root))),
            "COLUMNS": "1000",
        }
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def verdict(self, mutant: Mutant) -> Verdict:
        """Return what becomes of a mutant."""
        if (reason := reason_of(self.root, mutant)) is not None:
            return Verdict(EQUIVALENT, reason)
        if has_same_plan(mutant, text := self._text(mutant)):
            return Verdict(EQUIVALENT, "DuckDB plans both alike")
        if covers(mutant, text):
            return Verdict(EQUIVALENT, "the join finds a row for each")
        if names_no_mode(self.root, mutant):
            return Verdict(EQUIVALENT, "no query compares with this text")
        if reports_apart(mutant):
            return Verdict(EQUIVALENT, "one drops a pair, one defers it")
        tests = files_testing(self.root, mutant)
        assert tests, f"no test belongs to {mutant.place}"
        policy = policies_of(mutant)[0]
        with self._changed(mutant):
            check = self._python("-m", "brokersql", "policy", "check", policy)
            if check.returncode:
                return Verdict(INVALID, check.stdout.strip().partition("\n")[0])
            try:
                done = self.run(tests, "-x")
            except subprocess.TimeoutExpired:
                return Verdict(KILLED, f"no end after {ENDLESS} s")
        if done.returncode == 0:
            return Verdict(SURVIVED, f"{len(tests)} files of tests")
        found = FAILED.search(done.stdout)
        assert found, f"pytest: {done.returncode}\n{done.stdout}{done.stderr}"
        if TEXTUAL.search(found[2] or ""):
            return Verdict(INVALID, found[2])
        return Verdict(KILLED, found[1])

    def run(
        self, tests: Sequence[str], *options: str
    ) -> subprocess.CompletedProcess[str]:
        """Run tests in the copy.

        Raises:
            subprocess.TimeoutExpired: they do not end.
        """
        base = f"--basetemp={self._scratch}"
        return self._python("-m", "pytest", *QUIET, base, *options, *tests)

    def _python(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=ENDLESS,
        )

    def _text(self, mutant: Mutant) -> str:
        return (self.root / mutant.file).read_text(encoding="utf-8")

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        path, text = self.root / mutant.file, self._text(mutant)
        path.write_text(mutant.applied(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")
