"""The version of a policy that first breaks a condition, by halving."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from brokersql.cycle import Options, run_cycle
from brokersql.errors import BrokersqlError, PolicyError, UsageError
from brokersql.report.adhoc import ask_cycle
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.words import plural, printable
from brokersql.snapshot import Snapshot
from brokersql.whatif.truth import truth
from brokersql.whatif.versions import Version, Versions, open_versions

#: Told of each version that was tried: the version, and how it fared.
News = Callable[[Version, str], None]


@dataclass(frozen=True, slots=True)
class Found:
    """The first version under which the condition fails.

    `broken` are versions just before it that do not run: it may be one of them.
    `tried` counts the cycles after those of both ends.
    """

    first_bad: Version
    files: tuple[str, ...]
    broken: tuple[Version, ...]
    n_versions: int
    tried: int

    def lines(self, look: Look) -> list[str]:
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
class _Trial:
    """How a version is tried: a cycle, then the condition on its relations."""

    snapshot: Snapshot
    versions: Versions
    expect: str
    options: Options
    news: News

    def holds(self, version: Version) -> bool | None:
        """Tell whether the condition holds under a version; None if it does not run."""
        with tempfile.TemporaryDirectory(prefix="brokersql-") as folder:
            place = self.versions.unpack(version, Path(folder))
            try:
                cycle = run_cycle(self.snapshot, str(place), self.options)
            except PolicyError as error:
                self.news(version, f"does not run: {error.message}")
                return None
            except BrokersqlError:
                if place.is_dir():
                    raise
                self.news(version, "does not run: no such folder")
                return None
            held = truth(ask_cycle(cycle, self.expect).to_pylist(), "--expect")
        self.news(version, "good" if held else "bad")
        return held


def find_change(
    snapshot: Snapshot,
    policy: Path,
    good: str,
    bad: str,
    expect: str,
    options: Options | None = None,
    news: News = lambda _version, _fate: None,
) -> Found:
    """Return the first version of a policy folder under which a condition fails.

    `expect` is a query over the relations of a cycle that gives one truth value; it
    holds under revision `good` and fails under `bad`. Among n versions at most
    ceil(log2 n) cycles are run besides those of both ends.

    Raises:
        UsageError: the revisions or the condition do not fit.
    """
    # 1. both ends
    versions = open_versions(policy)
    trial = _Trial(snapshot, versions, expect, options or Options(), news)
    suspects = versions.between(good, bad)
    for revision, wanted in ((good, True), (bad, False)):
        if trial.holds(versions.version(revision)) is not wanted:
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
        held = trial.holds(numbered[middle][1])
        tried += 1
        if held is None:
            broken.append(numbered.pop(middle))
            high -= 1
        elif held:
            low = middle + 1
        else:
            high = middle
    # 3. what it changed
    last_good = numbered[high - 1][0] if high else -1
    number, first_bad = numbered[high]
    files = tuple(versions.changed_files(first_bad))
    between = sorted(each for each in broken if last_good < each[0] < number)
    maybe = tuple(version for _, version in between)
    return Found(first_bad, files, maybe, len(suspects), tried)
