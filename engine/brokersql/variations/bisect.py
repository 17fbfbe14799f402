"""Bisection: the version of a policy in git that first breaks a condition."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from brokersql.core.errors import BrokersqlError, PolicyError, UsageError
from brokersql.cycle import Options, run_cycle
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.table import Display
from brokersql.render.text import plural, printable
from brokersql.results.queries import ask_cycle
from brokersql.snapshot import Snapshot
from brokersql.variations.policy_tests import truth


@dataclass(frozen=True, slots=True)
class Version:
    """One commit that touched the policy; its time is in ISO 8601."""

    commit: str
    time: str
    author: str
    subject: str

    @property
    def short(self) -> str:
        """Return the abbreviated hash."""
        return self.commit[:8]


@dataclass(frozen=True, slots=True)
class Versions:
    """A policy folder inside a git repository."""

    root: Path
    inside: str

    def between(self, good: str, bad: str) -> list[Version]:
        """Return the commits after `good` up to `bad` that touched the folder.

        The oldest comes first; merges count where they change the folder.

        Raises:
            UsageError: an unknown revision, or `good` is no ancestor of `bad`.
        """
        first, last = self.version(good), self.version(bad)
        if self._code("merge-base", "--is-ancestor", first.commit, last.commit):
            raise UsageError(
                f"{good} is no ancestor of {bad}", hint="--good is the older one"
            )
        wanted = f"{first.commit}..{last.commit}"
        text = self._git("log", "--reverse", _FORM, wanted, "--", self.inside or ".")
        return [_version(line) for line in text.splitlines()]

    def version(self, revision: str) -> Version:
        """Return the commit that a revision names.

        Raises:
            UsageError: the repository does not know it.
        """
        try:
            return _version(self._git("log", "-1", _FORM, revision, "--").strip())
        except UsageError as error:
            raise UsageError(
                f"git knows no revision {revision}", hint=f"git -C {self.root} log"
            ) from error

    def unpack(self, version: Version, into: Path) -> Path:
        """Write the tree of a version into a folder; return that of the policy."""
        archive = self._run("archive", "--format=tar", version.commit).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            tree.extractall(into, filter="data")
        return into / self.inside

    def changed_files(self, version: Version) -> list[str]:
        """Return the files of the folder that a version changed."""
        text = self._git(
            *("show", "--format=", "--name-only", version.commit, "--"),
            self.inside or ".",
        )
        return text.split("\n")[:-1]

    def _git(self, *words: str) -> str:
        return self._run(*words).stdout.decode("utf-8", "replace")

    def _code(self, *words: str) -> int:
        return _call(self.root, words).returncode

    def _run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        done = _call(self.root, words)
        if done.returncode:
            errors = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise UsageError(f"git {words[0]}: {errors[0] if errors else 'failed'}")
        return done


#: Hash, committer time, author and subject, separated by a null byte.
_FORM = "--format=%H%x00%cI%x00%an%x00%s"


def _version(line: str) -> Version:
    return Version(*line.split("\0"))


def _call(folder: Path, words: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise UsageError(
            "there is no git here", hint="bisect reads versions from git: install it"
        ) from error


def open_versions(folder: Path) -> Versions:
    """Return the versions of a folder.

    Raises:
        UsageError: it is no folder, or outside of any git repository.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder", hint="--policy names one in git")
    asked = ("rev-parse", "--show-toplevel", "--show-prefix")
    done = _call(folder, asked)
    if done.returncode:
        raise UsageError(
            f"{folder} is in no git repository", hint="bisect reads versions from git"
        )
    root, inside = done.stdout.decode().split("\n")[:2]
    return Versions(Path(root), inside.rstrip("/"))


#: Called with each version that was tried, and its outcome.
Notice = Callable[[Version, str], None]


@dataclass(frozen=True, slots=True)
class FirstBadVersion:
    """The first version under which the condition fails.

    `broken` are versions just before it that do not run: it may be one of them.
    `tried` counts the cycles after those of both ends.
    """

    first_bad: Version
    files: tuple[str, ...]
    broken: tuple[Version, ...]
    n_versions: int
    tried: int

    def lines(self, look: Display) -> list[str]:
        """Return the version, what it changed, and how it was found."""
        bad = self.first_bad
        head = f"first bad: {bad.short}  {printable(bad.subject)}"
        lines = [look.paint("bold", head), f"{bad.time} · {printable(bad.author)}"]
        lines += [f"  {printable(each)}" for each in self.files]
        for each in self.broken:
            lines.append(
                f"or {each.short}, which does not run: {printable(each.subject)}"
            )
        cycles = plural(self.tried, "cycle")
        return [*lines, "", f"{plural(self.n_versions, 'version')}, found in {cycles}"]

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "bisect",
            "first_bad": _document(self.first_bad),
            "files": list(self.files),
            "broken": [_document(each) for each in self.broken],
            "versions": self.n_versions,
            "cycles": self.tried,
        }


def _document(version: Version) -> dict[str, object]:
    return {
        "commit": version.commit,
        "time": version.time,
        "author": version.author,
        "subject": version.subject,
    }


@dataclass(frozen=True, slots=True)
class _VersionCheck:
    """Checks a version: runs a cycle, then the condition on its relations."""

    snapshot: Snapshot
    versions: Versions
    expect: str
    options: Options
    notice: Notice

    def holds(self, version: Version) -> bool | None:
        """Return whether the condition holds, None if the version does not run."""
        with tempfile.TemporaryDirectory(prefix="brokersql-") as folder:
            place = self.versions.unpack(version, Path(folder))
            try:
                cycle = run_cycle(self.snapshot, str(place), self.options)
            except PolicyError as error:
                self.notice(version, f"does not run: {error.message}")
                return None
            except BrokersqlError:
                if place.is_dir():
                    raise
                self.notice(version, "does not run: no such folder")
                return None
            held = truth(ask_cycle(cycle, self.expect).to_pylist(), "--expect")
        self.notice(version, "good" if held else "bad")
        return held


def find_change(
    snapshot: Snapshot,
    policy: Path,
    good: str,
    bad: str,
    expect: str,
    options: Options | None = None,
    notice: Notice = lambda _version, _outcome: None,
) -> FirstBadVersion:
    """Return the first version of a policy folder under which a condition fails.

    `expect` is a query over the relations of a cycle that gives one truth value; it
    holds under revision `good` and fails under `bad`. Among n versions at most
    ceil(log2 n) cycles are run besides those of both ends.

    Raises:
        UsageError: the revisions or the condition do not fit.
    """
    # 1. both ends
    versions = open_versions(policy)
    check = _VersionCheck(snapshot, versions, expect, options or Options(), notice)
    suspects = versions.between(good, bad)
    for revision, wanted in ((good, True), (bad, False)):
        if check.holds(versions.version(revision)) is not wanted:
            word = "hold" if wanted else "fail"
            raise UsageError(
                f"the condition does not {word} under {revision}",
                hint="--good names a version where it holds, --bad one where it fails",
            )
    # 2. the condition holds before suspects[low] and fails at suspects[high]
    numbered = list(enumerate(suspects))
    low, high, tried = 0, len(numbered) - 1, 0
    broken: list[tuple[int, Version]] = []
    while low < high:
        middle = (low + high) // 2
        held = check.holds(numbered[middle][1])
        tried += 1
        if held is None:
            broken.append(numbered.pop(middle))
            high -= 1
        elif held:
            low = middle + 1
        else:
            high = middle
    # 3. the files that it changed
    last_good = numbered[high - 1][0] if high else -1
    number, first_bad = numbered[high]
    files = tuple(versions.changed_files(first_bad))
    between = sorted(each for each in broken if last_good < each[0] < number)
    maybe = tuple(version for _, version in between)
    return FirstBadVersion(first_bad, files, maybe, len(suspects), tried)
