"""Bisection: the version of a policy in git that first breaks a condition."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from brokersql.core.errors import BrokersqlError, PolicyError, UsageError
from brokersql.cycle import Options, run_cycle
from brokersql.render.documents import plain
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


#: Hash, committer time, author and subject, separated by a null byte.
_FORM = "--format=%H%x00%cI%x00%an%x00%s"


def _git(folder: Path, *words: str) -> bytes:
    """Return what git prints.

    Raises:
        UsageError: git fails, or is not installed.
    """
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, check=True).stdout
    except FileNotFoundError as error:
        raise UsageError(
            "there is no git here", hint="bisect reads versions from git: install it"
        ) from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.decode("utf-8", "replace").strip().splitlines()
        message = f"git {words[0]}: {lines[0] if lines else 'failed'}"
        raise UsageError(message) from error


def _versions(folder: Path, *words: str) -> list[Version]:
    """Return the versions that `git log` lists."""
    text = _git(folder, "log", _FORM, *words).decode("utf-8", "replace")
    return [Version(*line.split("\0")) for line in text.splitlines()]


@dataclass(frozen=True, slots=True)
class Versions:
    """A policy folder `inside` a git repository."""

    root: Path
    inside: str

    @classmethod
    def of(cls, folder: Path) -> Versions:
        """Return the versions of a folder.

        Raises:
            UsageError: it is no folder, or outside of any git repository.
        """
        if not folder.is_dir():
            raise UsageError(f"{folder} is no folder", hint="--policy names one in git")
        try:
            found = _git(folder, "rev-parse", "--show-toplevel", "--show-prefix")
        except UsageError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                raise
            raise UsageError(
                f"{folder} is in no git repository",
                hint="bisect reads versions from git",
            ) from error
        root, inside = found.decode().split("\n")[:2]
        return cls(Path(root), inside.rstrip("/"))

    def between(self, good: str, bad: str) -> list[Version]:
        """Return the commits after `good` up to `bad` that touched the folder.

        The oldest comes first; merges count where they change the folder.

        Raises:
            UsageError: an unknown revision, or `good` is no ancestor of `bad`.
        """
        first, last = self.version(good), self.version(bad)
        try:
            _git(self.root, "merge-base", "--is-ancestor", first.commit, last.commit)
        except UsageError as error:
            raise UsageError(
                f"{good} is no ancestor of {bad}", hint="--good is the older one"
            ) from error
        wanted = f"{first.commit}..{last.commit}"
        return _versions(self.root, "--reverse", wanted, "--", self.inside or ".")

    def version(self, revision: str) -> Version:
        """Return the commit that a revision names.

        Raises:
            UsageError: the repository does not know it.
        """
        try:
            return _versions(self.root, "-1", revision, "--")[0]
        except UsageError as error:
            raise UsageError(
                f"git knows no revision {revision}", hint=f"git -C {self.root} log"
            ) from error

    def unpack(self, version: Version, into: Path) -> Path:
        """Write the tree of a version into a folder; return that of the policy."""
        archive = _git(self.root, "archive", "--format=tar", version.commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            tree.extractall(into, filter="data")
        return into / self.inside

    def changed_files(self, version: Version) -> list[str]:
        """Return the files of the folder that a version changed."""
        asked = ("show", "--format=", "--name-only", version.commit, "--")
        text = _git(self.root, *asked, self.inside or ".").decode("utf-8", "replace")
        return text.split("\n")[:-1]


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

    @plain("bisect")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "first_bad": asdict(self.first_bad),
            "files": list(self.files),
            "broken": [asdict(each) for each in self.broken],
            "versions": self.n_versions,
            "cycles": self.tried,
        }


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
    versions = Versions.of(policy)

    def holds(version: Version) -> bool | None:
        outcome, held = _outcome(snapshot, versions, version, expect, options)
        notice(version, outcome)
        return held

    suspects = versions.between(good, bad)
    for revision, wanted in ((good, True), (bad, False)):
        if holds(versions.version(revision)) is not wanted:
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
        held = holds(numbered[middle][1])
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


def _outcome(
    snapshot: Snapshot,
    versions: Versions,
    version: Version,
    expect: str,
    options: Options | None,
) -> tuple[str, bool | None]:
    """Return what a version is, and whether the condition holds: None if unknown."""
    with tempfile.TemporaryDirectory(prefix="brokersql-") as folder:
        place = versions.unpack(version, Path(folder))
        try:
            cycle = run_cycle(snapshot, str(place), options, is_kept=True)
        except PolicyError as error:
            return f"does not run: {error.message}", None
        except BrokersqlError:
            if place.is_dir():
                raise
            return "does not run: no such folder", None
        held = truth(ask_cycle(cycle, expect).to_pylist(), "--expect")
    return "good" if held else "bad", held
