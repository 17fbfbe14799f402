"""Sees that a state is sound: every byte as it was written, every job given once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from brokersql.match.audit import Counts, audit
from brokersql.match.reading import View, look
from brokersql.report.figures import count, size
from brokersql.report.words import plural


@dataclass(frozen=True, slots=True)
class Sound:
    """What was found sound; `digest` vouches for all of it."""

    n_records: int
    n_segments: int
    n_bytes: int
    digest: str
    jobs: Counts

    def __str__(self) -> str:
        segments = plural(self.n_segments, "segment")
        jobs = self.jobs
        refused = f", {count(jobs.n_refused)} refused" if jobs.n_refused else ""
        return (
            f"sound: {plural(self.n_records, 'record')} in {segments}, "
            f"{size(self.n_bytes)} · {plural(jobs.n_waiting, 'job')} waiting, "
            f"{count(jobs.n_matched)} matched{refused} · head {self.digest[:16]}"
        )

    def document(self) -> dict[str, object]:
        """Return it as JSON has it."""
        own = asdict(self)
        return {**own.pop("jobs"), **own}


def verify(folder: Path) -> Sound:
    """Return what a state holds, having read and checked all of it.

    Raises:
        StateError: file and offset of what is damaged, or a job that was given twice.
    """
    return look(folder, _see)


def _see(view: View) -> Sound:
    jobs = audit(view.checked())
    head = view.head
    return Sound(head.seq, view.n_segments, view.n_bytes, head.digest.hex(), jobs)
