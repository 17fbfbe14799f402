"""The runs that a run can be compared with, by name: no path comes from a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.diff import DiffStory, compare, tell_diff
from brokersql.errors import UsageError
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION
from brokersql.report.recorded import is_run
from brokersql.web.answers import no_page, too_many

#: Columns of a changed decision that hold whole lists.
_LISTS = ("queues_a", "queues_b")
#: Most changed decisions of one document.
_CHANGES = 100_000


def neighbours(run: Path) -> dict[str, Path]:
    """Return the other runs in the folder of a run, by name."""
    here = run.resolve()
    return {
        each.name: each
        for each in sorted(here.parent.iterdir())
        if is_run(each) and each.resolve() != here
    }


class Beside:
    """The runs in the same folder as a run, and those that were named at the start.

    Raises:
        UsageError: a named folder holds no run, or two go by one name.
    """

    def __init__(self, run: Path, named: Sequence[Path] = ()) -> None:
        self.run = run
        self._named: dict[str, Path] = {}
        for folder in named:
            name = folder.resolve().name
            if not is_run(folder):
                raise UsageError(
                    f"{folder} holds no run",
                    hint="brokersql run SNAPSHOT --out DIR writes one",
                )
            if name in self._named:
                raise UsageError(
                    f"--beside: two runs are called {name}",
                    hint="a page names a run by its folder: rename one",
                )
            self._named[name] = folder

    def runs(self) -> Mapping[str, Path]:
        """Return the runs that are there now, by the names of their folders."""
        return {**neighbours(self.run), **self._named}

    def folder(self, name: str) -> Path:
        """Return the folder of a run by its name.

        Raises:
            NotThere: no such run is beside this one.
        """
        runs = self.runs()
        if name not in runs:
            raise no_page("run beside this one", name, list(runs) or ["there is none"])
        return runs[name]

    def document(self, name: str) -> dict[str, Any]:
        """Return what changed from this run to another, or without a name the runs.

        Raises:
            NotThere: no such run is beside this one.
            UsageError: the two cannot be compared.
            TooMuch: more decisions changed than one document has.
        """
        if not name:
            runs = [{"b": key, "folder": str(it)} for key, it in self.runs().items()]
            return {
                "schema_version": SCHEMA_VERSION,
                "kind": "diff.runs",
                "a": str(self.run),
                "runs": runs,
            }
        story = self._story(name)
        if story.found.change.num_rows > _CHANGES:
            raise too_many(story.found.change.num_rows, _CHANGES)
        return {**story.document(), "text": story.lines(Look())}

    def changes(self, name: str) -> pa.Table:
        """Return one row per changed decision, without the lists of all queues.

        Raises:
            NotThere: no such run is beside this one.
            UsageError: the two cannot be compared.
        """
        return self._story(name).found.change.drop_columns(list(_LISTS))

    def _story(self, name: str) -> DiffStory:
        return tell_diff(compare(self.run, self.folder(name)))
