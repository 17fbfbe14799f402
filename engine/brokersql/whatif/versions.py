"""The versions of a policy folder that git keeps."""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from brokersql.errors import UsageError


@dataclass(frozen=True, slots=True)
class Version:
    """One commit that touched the policy; its time is in ISO 8601."""

    commit: str
    time: str
    author: str
    subject: str

    @property
    def short(self) -> str:
        """Return the hash as people write it."""
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
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise UsageError(f"git {words[0]}: {said[0] if said else 'failed'}")
        return done


#: Hash, committer time, author and subject, parted by a sign that no subject holds.
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
