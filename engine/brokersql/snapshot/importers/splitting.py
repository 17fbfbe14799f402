"""Into which jobs a task's splitting rules cut a chunk: PanDA keeps that in no table.

The smallest job allowed decides how much memory, disk and time a queue must offer, so
an import has to work it out from the files of a chunk. A job takes master files in
their order, with the secondary files that go with them, until a rule would be broken.
What depends on the queue (walltime, copy or direct access) is left out: these are
estimates, and marked as such.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.snapshot.importers.kinds import import_text

MB = 1024 * 1024
#: Files of a job where no rule says how many.
_FILES = 200
#: Bytes of a job where neither files nor events are given, for the smallest job.
_BYTES = 20 * 1024 * MB
#: MB of a job of scouts, and of any other, for the number of jobs.
_SCOUT_MB, _JOB_MB = 50_000, 500_000
#: MB that are kept free for outputs: added to nGBPerJob.
_OUTPUT_MB = 1_500
#: Files of a job, whatever the rules say.
_MOST_FILES = 1_000
_UNITS = {"k": 1024, "M": MB, "G": 1024 * MB}
#: Splitting rules: files and events of a job, most files; the same of merging jobs.
_TOKENS, _MERGING = ("NF", "NE", "MF"), ("ZF", "ZE", "ZM")

#: Columns of input_chunk that are estimated.
ESTIMATED = (
    *("atom_size_bytes", "atom_effective_mb", "atom_n_events"),
    *("max_consecutive_events", "n_jobs"),
)


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file: `fsize` in bytes, its range of events, what it is grouped by."""

    lfn: str
    fsize: int
    n_events: int | None
    start_event: int | None
    end_event: int | None
    boundary_id: int | None
    lumi_block_nr: int | None

    @property
    def span(self) -> int | None:
        """Return the number of events of its range, None without a range."""
        if self.start_event is None or self.end_event is None:
            return None
        return self.end_event - self.start_event + 1

    @property
    def effective_events(self) -> int:
        """Return the events that count: of the range, else of the file, else one."""
        span = self.span
        return span if span is not None else self.n_events or 1

    @property
    def effective_mb(self) -> float:
        """Return the size in MB that the range takes; a file without size counts 1."""
        if not self.fsize:
            return 1.0
        span, n_events = self.span, self.n_events
        part = 1.0 if span is None or not n_events else span / n_events
        return int(self.fsize * part) / MB


@dataclass(frozen=True, slots=True)
class InputDataset:
    """The files of a chunk in one dataset, and how jobs use them, by its attributes."""

    files: tuple[InputFile, ...]
    attributes: str = ""

    def has(self, word: str) -> bool:
        """Return whether it has an attribute."""
        return word in self.attributes.split(",")

    def number(self, name: str) -> float | None:
        """Return the number of an attribute such as ratio=2."""
        found = re.search(rf"(?:^|,){name}=([\d.]+)", self.attributes)
        return float(found[1]) if found else None

    def files_with(self, n_master: int) -> int:
        """Return how many files go with so many master files."""
        return math.ceil(n_master * (self.number("ratio") or 1.0))


@dataclass(frozen=True, slots=True)
class SplitRules:
    """The limits of one job; None is no limit.

    `boundary` is how files group by their boundary: 0 not, 1 at most one group in a
    job, 2 exactly one, 3 secondaries only. `out_per_mb` and `out_per_event` are bytes
    of output, `fixed_bytes` those of the working space of a job.
    """

    files: int | None = None
    events: int | None = None
    max_files: int | None = _FILES
    max_bytes: int | None = None
    boundary: int = 0
    by_lumi_block: bool = False
    out_per_mb: float = 0.0
    out_per_event: float = 0.0
    fixed_bytes: int = 0

    @property
    def step(self) -> int:
        """Return how many master files are taken at once."""
        if self.boundary == 2 or self.by_lumi_block:
            return 1
        return self.files or 1

    def output_of(self, file: InputFile) -> int:
        """Return the bytes of output that a file brings."""
        if self.out_per_event:
            return int(self.out_per_event * file.effective_events)
        return int(self.out_per_mb * file.effective_mb)


@dataclass(slots=True)
class Job:
    """What one job reads: master files, and those of the other datasets."""

    masters: list[InputFile] = field(default_factory=list[InputFile])
    others: list[InputFile] = field(default_factory=list[InputFile])
    taken: dict[int, int] = field(default_factory=dict[int, int])
    n_events: int = 0
    n_bytes: int = 0
    out_bytes: int = 0

    @property
    def size(self) -> int:
        """Return the bytes of its input; a file that is read twice counts once."""
        sizes: dict[str, int] = {}
        for file in (*self.masters, *self.others):
            sizes.setdefault(file.lfn, file.fsize)
        return sum(sizes.values())


class Splitter:
    """Cuts one chunk into jobs."""

    def __init__(
        self, master: InputDataset, others: Sequence[InputDataset], rules: SplitRules
    ) -> None:
        self._master, self._others, self._rules = master, others, rules
        self._at = 0
        self._used = [0] * len(others)
        self._has_event_ratio = any(each.number("er") for each in others)

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs in the order of the master files."""
        while self._at < len(self._master.files):
            yield self._next_job()

    def _next_job(self) -> Job:
        job = Job()
        rules = self._rules
        while True:
            is_whole = self._take(job)
            if self._at >= len(self._master.files) or not is_whole:
                break
            if rules.files and not rules.by_lumi_block and rules.boundary != 2:
                break
            if self._is_full(job):
                break
        for place, dataset in enumerate(self._others):
            if dataset.has("repeat") and dataset.files:
                self._used[place] %= len(dataset.files)
        return job

    def _take(self, job: Job) -> bool:
        """Add the next master files with what goes with them; False at a border."""
        is_first, is_whole = not job.masters, True
        for file in self._master.files[self._at : self._at + self._rules.step]:
            if not self._fits(job, file):
                is_whole = False
                break
            if not job.masters:
                job.n_bytes += self._rules.fixed_bytes
            self._at += 1
            job.masters.append(file)
            out = self._rules.output_of(file)
            job.n_bytes += file.fsize + out
            job.out_bytes += out
            if self._counts_events and file.span is not None:
                job.n_events += file.span
        for place in range(len(self._others)):
            chosen = self._secondary(job, place, is_first)
            self._used[place] += len(chosen)
            job.taken[place] = job.taken.get(place, 0) + len(chosen)
            job.others += chosen
            job.n_bytes += sum(each.fsize for each in chosen)
            job.n_events += self._events_of(job, place, chosen)
        return is_whole

    def _events_of(self, job: Job, place: int, files: Sequence[InputFile]) -> int:
        """Return the events that files bring: of the first dataset beside the master.

        They count only where master files have no ranges.
        """
        splitting = [at for at, it in enumerate(self._others) if not it.has("nosplit")]
        has_span = any(each.span is not None for each in job.masters)
        if not self._rules.events or has_span or splitting[:1] != [place]:
            return 0
        return sum(each.span or each.n_events or 0 for each in files)

    @property
    def _counts_events(self) -> bool:
        return bool(self._rules.events) or self._has_event_ratio

    def _fits(self, job: Job, file: InputFile) -> bool:
        """Return whether a master file may stand in a job beside those it has."""
        if not job.masters:
            return True
        rules, last = self._rules, job.masters[-1]
        if rules.events and file.start_event is not None and last.span is not None:
            follows = _next_event(last)
            if file.start_event != follows or (follows and file.lfn != last.lfn):
                return False
        if rules.boundary in (1, 2) and file.boundary_id != last.boundary_id:
            return False
        return not rules.by_lumi_block or file.lumi_block_nr == last.lumi_block_nr

    def _secondary(self, job: Job, place: int, is_first: bool) -> list[InputFile]:
        """Return the files of another dataset that join the job now."""
        dataset = self._others[place]
        if dataset.has("nosplit"):
            return list(dataset.files) if is_first else []
        fixed = dataset.number("np")
        if fixed is not None and not is_first:
            return []
        n_files = int(fixed) if fixed is not None else self._missing(job, place)
        if dataset.has("ru") and self._used[place] + n_files > len(dataset.files):
            self._used[place] = 0
        found: list[InputFile] = []
        events, ratio = 0, dataset.number("er")
        groups = {each.boundary_id for each in job.masters}
        for file in dataset.files[self._used[place] : self._used[place] + n_files]:
            if self._rules.boundary in (1, 2) and file.boundary_id not in groups:
                break
            if ratio and job.n_events and events / job.n_events >= ratio:
                break
            found.append(file)
            events += file.n_events or 0
        return found

    def _missing(self, job: Job, place: int) -> int:
        dataset = self._others[place]
        if self._rules.boundary in (1, 2) or (dataset.number("er") and job.n_events):
            return len(dataset.files)
        return max(dataset.files_with(len(job.masters)) - job.taken.get(place, 0), 0)

    def _is_full(self, job: Job) -> bool:
        """Return whether the next master files would break a limit."""
        rules = self._rules
        n_files, n_events, n_bytes = len(job.masters), job.n_events, job.n_bytes
        out, n_others = job.out_bytes, len(job.others)
        for file in self._master.files[self._at : self._at + rules.step]:
            if not self._fits(job, file):
                return True
            n_files += 1
            n_events += file.span or 0 if self._counts_events else 0
            n_bytes += file.fsize + rules.output_of(file)
            out += rules.output_of(file)
        for place, dataset in enumerate(self._others):
            if not dataset.has("nosplit") and dataset.number("np") is None:
                wanted = dataset.files_with(n_files) - job.taken.get(place, 0)
                used = self._used[place]
                more = dataset.files[used : used + max(wanted, 0)]
                n_bytes += sum(each.fsize for each in more)
                n_others += len(more)
                n_events += self._events_of(job, place, more)
        return (
            (rules.max_files is not None and n_files > rules.max_files)
            or (bool(rules.events) and n_events > (rules.events or 0))
            or (rules.max_bytes is not None and self._is_large(n_bytes, out))
            or n_files + n_others > _MOST_FILES
        )

    def _is_large(self, n_bytes: int, out: int) -> bool:
        limit = self._rules.max_bytes or 0
        least = _OUTPUT_MB * MB
        kept = out < least and limit - least < n_bytes - out
        return n_bytes > limit or kept


@dataclass(frozen=True, slots=True)
class ChunkTask:
    """What splitting has to know of a chunk's task."""

    split_rule: str
    is_merging: bool
    use_scout: bool
    out_disk_count: int
    out_disk_unit: str
    work_disk_count: int
    work_disk_unit: str

    def rule(self, token: str) -> int | None:
        """Return the number of a splitting rule, None without it."""
        found = re.search(rf"(?:^|,){token}=(-?\d+)", self.split_rule)
        return int(found[1]) if found else None

    @property
    def _grouping(self) -> dict[str, Any]:
        group = self.rule("GB")
        boundary = {None: 0, 1: 1, 3: 1, 2: 2, 4: 2}.get(group, 3)
        return {"boundary": boundary, "by_lumi_block": self.rule("RL") is not None}

    def of_atoms(self) -> SplitRules:
        """Return the rules of the smallest jobs that are allowed."""
        tokens = _MERGING if self.is_merging else _TOKENS
        files, events, most = map(self.rule, tokens)
        if files is None and events is None:
            files = 1
        events = None if files is not None else events
        return SplitRules(
            files=files or None,
            events=events or None,
            max_files=files or (_FILES if most is None else most),
            max_bytes=None if files or events else _BYTES,
            **self._grouping,
        )

    def of_jobs(self) -> SplitRules:
        """Return the rules of the jobs that are made where a queue allows any.

        The running system counts jobs that merge by the rules of others, too.
        """
        files, events, most = map(self.rule, _TOKENS)
        gigabytes = self.rule("NG")
        work = self.work_disk_count * _UNITS.get(self.work_disk_unit[:1], 1)
        most_mb = _SCOUT_MB if self.use_scout else _JOB_MB
        if gigabytes:
            most_mb = gigabytes * 1024 + _OUTPUT_MB + work // MB
        out = max(self.out_disk_count, 0) * _UNITS.get(self.out_disk_unit[:1], 1)
        per_event = "PerEvent" in self.out_disk_unit
        return SplitRules(
            files=files or None,
            events=events or None,
            max_files=files or (_FILES if most is None else most),
            max_bytes=most_mb * MB,
            out_per_event=out if per_event else 0.0,
            out_per_mb=0.0 if per_event else out,
            fixed_bytes=max(work, 0),
            **self._grouping,
        )


def _next_event(file: InputFile) -> int:
    """Return the event that follows the range of a file: 0 after its last one."""
    following = (file.end_event or 0) + 1
    return 0 if following == file.n_events else following


def _longest_run(files: Sequence[InputFile]) -> int:
    """Return the most events that follow one another without a gap."""
    longest = length = 0
    expected: int | None = None
    for file in files:
        span = file.span
        if span is None:
            continue
        length = length + span if file.start_event == expected else span
        expected = _next_event(file)
        longest = max(longest, length)
    return longest


def sizes_of(
    task: ChunkTask, master: InputDataset, others: Sequence[InputDataset]
) -> tuple[int, float, int, int, int]:
    """Return the estimated columns of a chunk, in the order of `ESTIMATED`."""
    atoms = list(Splitter(master, others, task.of_atoms()).jobs())
    jobs = sum(1 for _ in Splitter(master, others, task.of_jobs()).jobs())
    return (
        max((job.size for job in atoms), default=0),
        max((sum(f.effective_mb for f in job.masters) for job in atoms), default=0.0),
        max((sum(f.effective_events for f in job.masters) for job in atoms), default=0),
        _longest_run(master.files),
        jobs,
    )


def split_chunks(database: Database) -> Mapping[str, Sequence[str]]:
    """Fill the sizes of chunks where they are unknown; return what is estimated."""
    found: list[tuple[object, ...]] = []
    records = cast(
        "list[dict[str, Any]]", database.records(import_text("common/split_chunk"))
    )
    for row in records:
        task = ChunkTask(*(row[name] for name in ChunkTask.__slots__))
        datasets = cast("list[dict[str, Any]]", row["datasets"])
        master, *others = map(_dataset, datasets)
        keys = (row["jedi_task_id"], row["chunk_no"])
        found.append((*keys, *sizes_of(task, master, others)))
    if not found:
        return {}
    names = ("jedi_task_id", "chunk_no", *ESTIMATED)
    rows = [dict(zip(names, values, strict=True)) for values in found]
    database.register("split_size", pa.Table.from_pylist(rows))  # pyright: ignore
    database.run(import_text("common/split_sizes"))
    database.unregister("split_size")
    return {"input_chunk": ESTIMATED}


def _dataset(given: Mapping[str, Any]) -> InputDataset:
    files = cast("list[dict[str, Any]]", given["files"])
    return InputDataset(tuple(InputFile(**each) for each in files), given["attributes"])
