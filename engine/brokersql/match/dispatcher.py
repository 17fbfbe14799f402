"""Requests wait in a queue and are decided in batches, by one thread.

Requests that arrive while a batch is decided make up the next one, so the batches grow
with the load. Each answer is durable before it is returned. A request that is refused
or times out was not decided: it got no job.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import ClassVar, Protocol, cast

import pyarrow as pa

from brokersql.core.errors import BrokersqlError, LostStateError, StateError, UsageError
from brokersql.match.documents import MATCH, Document, as_table
from brokersql.match.relations import REFUSED_JOB
from brokersql.match.store.lock import Clock, system_clock
from brokersql.match.store.record import Json, StoredRecord


class Matcher(Protocol):
    """Gives jobs to pilots and keeps the state; used by one thread at a time."""

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        """Return one row of `match` for each pilot, in the pilots' order.

        The rows are durable when this returns, all of them or, when it raises, none.

        Args:
            pilots: rows of `dirac_pilot`, in the order in which they are served.
            note: goes into the note of the record that keeps the rows.
        """
        ...

    def add(self, jobs: pa.Table, note: Mapping[str, Json] | None = None) -> int:
        """Let jobs wait, rows of `dirac_job`; return how many of them were refused."""
        ...

    def requeue(
        self, job_ids: Sequence[int], note: Mapping[str, Json] | None = None
    ) -> None:
        """Let jobs wait again that were matched."""
        ...


#: One row of `match`, by column name.
Row = Mapping[str, object]

#: In the note of a record of matches: [key, number of rows] of each request.
_KEYS = "keys"
#: In the note of a record of a change: the key of its request.
_KEY = "key"


class Refusal(BrokersqlError):
    """A request was not decided; `retry_after_s` says when to ask again."""

    exit_code = 6
    status: ClassVar[int] = 503

    def __init__(self, message: str, *, retry_after_s: int = 1) -> None:
        super().__init__(message, hint=f"ask again in {retry_after_s} s")
        self.retry_after_s = retry_after_s


class TooLate(Refusal):
    """A request waited longer than it would, and was withdrawn."""

    status = 504


@dataclass(slots=True, eq=False)
class Request:
    """Pilots that are decided together, and the thread that waits for their rows.

    Attributes:
        pilots: typed rows of `dirac_pilot`; empty for an answer read from the ledger.
        key: names the request, so that it can be repeated.
        arrival_time: when it came, in UTC.
    """

    pilots: Sequence[Document]
    key: str | None
    arrival_time: datetime | None = None
    is_done: threading.Event = field(default_factory=threading.Event)
    rows: Sequence[Row] = ()
    error: BaseException | None = None

    def arrived(self) -> Iterator[Document]:
        """Yield the pilots; one that does not say when it came, came just then."""
        for pilot in self.pilots:
            yield {"arrival_time": self.arrival_time, **pilot}

    def answer(self) -> Sequence[Row]:
        """Return the rows, or raise what stood in their way."""
        if self.error is not None:
            raise self.error
        return self.rows


def keys_note(batch: Sequence[Request]) -> dict[str, Json]:
    """Return what the record of a batch says of its requests: their keys."""
    keys: list[Json] = [[each.key, len(each.pilots)] for each in batch]
    return {_KEYS: keys} if any(each.key for each in batch) else {}


def answered_requests(records: Iterable[StoredRecord]) -> Iterator[Request]:
    """Yield the requests with a key that records of matches have answered."""
    for stored in records:
        if _KEYS in stored.note:
            columns = stored.table("match").to_pydict()
            rows: list[Row] = [
                dict(zip(MATCH.names, values, strict=True))
                for values in zip(*(columns[name] for name in MATCH.names), strict=True)
            ]
            for key, n_rows in cast("list[tuple[str | None, int]]", stored.note[_KEYS]):
                request = Request((), key, rows=rows[:n_rows])
                request.is_done.set()
                del rows[:n_rows]
                if key is not None:
                    yield request


_CHANGES_LIMIT = 100


@dataclass(slots=True, eq=False)
class StateChange:
    """A change of the state, and the future that its sender waits for.

    Attributes:
        call: makes the change and returns its answer; takes a note for the record.
        what: differs between changes; None for an answer read from the ledger.
        key: names the request, so that it can be repeated.
    """

    call: Callable[[Mapping[str, Json] | None], object]
    what: object = None
    key: str | None = None
    future: Future[object] = field(default_factory=Future[object])

    def make(self) -> object:
        """Make the change; its record keeps the key, and nothing here its rows."""
        call, self.call = self.call, _made
        return call(None if self.key is None else {_KEY: self.key})


def _made(_: Mapping[str, Json] | None) -> None:
    """Stand for the call of a change that was made."""


def change_answer(tables: Mapping[str, pa.Table]) -> dict[str, object]:
    """Return what is said of a change, by the tables of its record."""
    n_rows = {name: table.num_rows for name, table in tables.items()}
    if "requeue" in n_rows:
        return {"n_requeued": n_rows["requeue"]}
    n_refused = n_rows.get(REFUSED_JOB, 0)
    return {"n_jobs": n_rows["dirac_job"], "n_refused": n_refused}


def answered_changes(records: Iterable[StoredRecord]) -> Iterator[StateChange]:
    """Yield the changes with a key that records have made."""
    for stored in records:
        if _KEY in stored.note:
            made = StateChange(_made, key=str(stored.note[_KEY]))
            made.future.set_result(change_answer(stored.record.tables))
            yield made


class ChangeQueue:
    """Changes of the state that wait."""

    def __init__(self) -> None:
        self._waiting: deque[StateChange] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, change: StateChange) -> None:
        """Let a change be made after those before it.

        Raises:
            Refusal: too many wait.
        """
        if len(self._waiting) >= _CHANGES_LIMIT:
            raise Refusal(f"{_CHANGES_LIMIT} changes of the state wait already")
        self._waiting.append(change)

    def run(self) -> None:
        """Do what waits; raise only what ends the service."""
        while self._waiting:
            change = self._waiting.popleft()
            future = change.future
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(change.make())
                except BaseException as error:
                    future.set_exception(error)
                    is_known = isinstance(error, BrokersqlError)
                    if not is_known or isinstance(error, LostStateError):
                        raise

    def refuse(self, message: str) -> None:
        """Do nothing of what waits."""
        while self._waiting:
            future = self._waiting.popleft().future
            if future.set_running_or_notify_cancel():
                future.set_exception(Refusal(message, retry_after_s=5))


def await_change(future: Future[object], timeout_s: float) -> object:
    """Return the result of a change.

    Raises:
        TooLate: it was not made in time, and nothing was done.
    """
    late = TooLate("not decided in time; nothing was changed")
    try:
        return future.result(timeout_s)
    except CancelledError:
        raise late from None
    except TimeoutError:
        if future.cancel():
            raise late from None
        return future.result()


def _other_request(key: str | None) -> UsageError:
    return UsageError(
        f"key {key} was used for another request",
        hint="every request needs a key of its own; repeats keep theirs",
    )


_STOPPING = "the service is stopping"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DispatchLimits:
    """How much a dispatcher takes.

    Attributes:
        n_waiting: pilots that may wait; more are refused.
        n_batch: pilots that are decided together, unless one request has more.
        n_remembered: answers kept for requests that are repeated under their key.
    """

    n_waiting: int = 2000
    n_batch: int = 500
    n_remembered: int = 20_000


@dataclass(slots=True)
class DispatchCounts:
    """What came of the pilots since the dispatcher opened."""

    n_pilots: int = 0
    n_matched: int = 0
    n_batches: int = 0
    n_largest_batch: int = 0
    n_repeated: int = 0
    n_refused: int = 0
    n_too_late: int = 0
    n_failed: int = 0


class Dispatcher:
    """Takes requests from many threads; `open` starts the thread that decides."""

    def __init__(
        self,
        matcher: Matcher,
        limits: DispatchLimits | None = None,
        on_failure: Callable[[], None] = lambda: None,
        clock: Clock = system_clock,
    ) -> None:
        self._matcher = matcher
        self._limits = limits or DispatchLimits()
        self._on_failure = on_failure
        self._clock = clock
        self._queue: deque[Request] = deque()
        self._changes = ChangeQueue()
        self._n_waiting = 0
        self._keys: OrderedDict[str, Request | StateChange] = OrderedDict()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="dispatcher")
        self._is_closing = False
        self._pace_s = 0.0
        self._counts = DispatchCounts()
        #: Why the dispatcher closed by itself; None while it works.
        self.failure: BaseException | None = None

    def open(self) -> None:
        """Start the thread that decides."""
        self._thread.start()

    def close(self) -> None:
        """Finish the current batch, refuse what waits, and return."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join()

    def remember(self, records: Iterable[StoredRecord]) -> None:
        """Keep the answers in records, for requests that repeat them."""
        for stored in records:
            for each in (*answered_requests([stored]), *answered_changes([stored])):
                self._keep(each)

    def ask(
        self, pilots: Sequence[Document], timeout_s: float, key: str | None = None
    ) -> Sequence[Row]:
        """Return a match for each pilot, in their order, once all are durable.

        Args:
            pilots: typed rows of `dirac_pilot`.
            timeout_s: how long to wait for a decision.
            key: names the request; asked again under it, the answer is the same.

        Raises:
            TooLate: it was not decided in time.
            Refusal: too many wait, or the dispatcher closes.
            BrokersqlError: the request cannot be decided.
        """
        arrival_time = datetime.fromtimestamp(self._clock() / 1e6, UTC)
        new = Request(pilots, key, arrival_time.replace(tzinfo=None))
        with self._changed:
            request = self._known(new) or self._enqueue(new)
        if not request.is_done.wait(timeout_s):
            self._withdraw(request)
            request.is_done.wait()
        return request.answer()

    def change(self, change: StateChange, timeout_s: float) -> object:
        """Return the answer of a change, made by the thread that decides.

        Asked again under its key, it is not made again and its answer is the same.

        Raises:
            TooLate: it was not decided in time.
            Refusal: too many wait, or the dispatcher closes.
        """
        with self._changed:
            change = self._known_change(change) or self._put(change)
        try:
            return await_change(change.future, timeout_s)
        except BaseException:
            self._forget(change)
            raise

    def _known_change(self, new: StateChange) -> StateChange | None:
        known = None if new.key is None else self._keys.get(new.key)
        if known is None:
            return None
        if not isinstance(known, StateChange) or known.what not in (None, new.what):
            raise _other_request(new.key)
        self._counts.n_repeated += 1
        return known

    def _put(self, change: StateChange) -> StateChange:
        self._check_open()
        self._changes.put(change)
        self._keep(change)
        self._changed.notify()
        return change

    def _forget(self, change: StateChange) -> None:
        """Let a change that was not made be asked for again under its key."""
        with self._changed:
            if change.key is not None and self._keys.get(change.key) is change:
                del self._keys[change.key]

    def status(self) -> dict[str, object]:
        """Return how many pilots wait, and what came of the others."""
        with self._changed:
            state = "closing" if self._is_closing else "open"
            if self.failure is not None:
                state = "failed"
            return {"desk": state, "n_waiting": self._n_waiting, **asdict(self._counts)}

    def _known(self, new: Request) -> Request | None:
        request = None if new.key is None else self._keys.get(new.key)
        if request is None:
            return None
        if isinstance(request, StateChange) or (
            request.pilots and request.pilots != new.pilots
        ):
            raise _other_request(new.key)
        self._counts.n_repeated += 1
        return request

    def _enqueue(self, request: Request) -> Request:
        n_pilots, limit = len(request.pilots), self._limits.n_waiting
        self._check_open()
        if self._queue and self._n_waiting + n_pilots > limit:
            self._counts.n_refused += n_pilots
            wait_s = math.ceil(self._pace_s * self._n_waiting)
            raise Refusal(f"{limit} pilots wait already", retry_after_s=max(1, wait_s))
        self._queue.append(request)
        self._n_waiting += n_pilots
        self._keep(request)
        self._changed.notify()
        return request

    def _check_open(self) -> None:
        if self._is_closing:
            raise Refusal(_STOPPING, retry_after_s=5)

    def _keep(self, request: Request | StateChange) -> None:
        if request.key is not None:
            self._keys[request.key] = request
        while len(self._keys) > self._limits.n_remembered:
            self._keys.popitem(last=False)

    def _withdraw(self, request: Request) -> None:
        """Take a request back unless it is being decided."""
        with self._changed:
            if request in self._queue:
                self._queue.remove(request)
                self._n_waiting -= len(request.pilots)
                self._counts.n_too_late += len(request.pilots)
                self._fail(request, TooLate("not decided in time; nothing was given"))

    def _work(self) -> None:
        try:
            while not self._is_closing:
                batch = self._next_batch()
                self._changes.run()
                start = time.monotonic()
                self._decide(batch)
                spent_s = time.monotonic() - start
                n_pilots = max(1, sum(len(each.pilots) for each in batch))
                self._pace_s = 0.8 * self._pace_s + 0.2 * spent_s / n_pilots
        except BaseException as error:
            _log.error("the service stops: %s", error)
            self._end(error)
        else:
            self._end(None)

    def _next_batch(self) -> list[Request]:
        """Wait for work and take the requests that are decided together, if any."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._queue or self._changes or self._is_closing
            )
            batch: list[Request] = []
            n_pilots = 0
            while self._queue and not self._is_closing:
                n_more = len(self._queue[0].pilots)
                if batch and n_pilots + n_more > self._limits.n_batch:
                    break
                batch.append(self._queue.popleft())
                n_pilots += n_more
            self._n_waiting -= n_pilots
            return batch

    def _decide(self, batch: Sequence[Request]) -> None:
        """Answer the requests of a batch; raise only what ends the service."""
        pilots = [pilot for request in batch for pilot in request.arrived()]
        if not pilots:
            return
        try:
            table = as_table("dirac_pilot", pilots)
            rows = self._matcher.match(table, keys_note(batch)).to_pylist()
        except StateError as error:
            self._fail_all(batch, error)
            if isinstance(error, LostStateError):
                raise
        except BrokersqlError as error:
            if len(batch) == 1:
                self._fail_all(batch, error)
            else:  # one request must not spoil the others
                for request in batch:
                    self._decide([request])
        except BaseException as error:
            self._fail_all(batch, error)
            raise
        else:
            self._answer_all(batch, rows)

    def _answer_all(self, batch: Sequence[Request], rows: Sequence[Row]) -> None:
        with self._changed:
            counts = self._counts
            counts.n_pilots += len(rows)
            counts.n_matched += sum(row["job_id"] is not None for row in rows)
            counts.n_batches += 1
            counts.n_largest_batch = max(counts.n_largest_batch, len(rows))
        start = 0
        for request in batch:
            end = start + len(request.pilots)
            request.rows, start = rows[start:end], end
            request.is_done.set()

    def _fail_all(self, batch: Sequence[Request], error: BaseException) -> None:
        with self._changed:
            for request in batch:
                self._counts.n_failed += len(request.pilots)
                self._fail(request, error)

    def _fail(self, request: Request, error: BaseException) -> None:
        if request.key is not None:
            self._keys.pop(request.key, None)
        request.error = error
        request.is_done.set()

    def _end(self, failure: BaseException | None) -> None:
        """Refuse all that waits."""
        with self._changed:
            self._is_closing = True
            self.failure = failure
            while self._queue:
                request = self._queue.popleft()
                self._counts.n_refused += len(request.pilots)
                self._fail(request, Refusal(_STOPPING, retry_after_s=5))
            self._n_waiting = 0
            self._changes.refuse(_STOPPING)
        if failure is not None:
            self._on_failure()
