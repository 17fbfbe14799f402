"""Where requests wait and are decided in groups, by one thread.

Requests that arrive while a batch is decided make up the next one, so the batches grow
with the crowd. Each answer is durable before it is given. A request that is refused or
comes too late was not decided: nothing was given for it.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from brokersql.errors import BrokersqlError, LostStateError, StateError, UsageError
from brokersql.match.documents import Document, as_table
from brokersql.match.lock import Clock, system_clock
from brokersql.match.matcher import Matcher
from brokersql.match.orders import Orders, awaited
from brokersql.match.record import Stored
from brokersql.match.request import Refusal, Request, Row, TooLate, answered, note

_STOPPING = "the service is stopping"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a desk takes.

    Attributes:
        n_waiting: pilots that may wait; more are refused.
        n_batch: pilots that are decided together, unless one request has more.
        n_remembered: answers kept for requests that are repeated under their key.
    """

    n_waiting: int = 2000
    n_batch: int = 500
    n_remembered: int = 20_000


@dataclass(slots=True)
class Counts:
    """What came of the pilots since the desk opened."""

    n_pilots: int = 0
    n_matched: int = 0
    n_batches: int = 0
    n_largest_batch: int = 0
    n_repeated: int = 0
    n_refused: int = 0
    n_too_late: int = 0
    n_failed: int = 0


class Desk:
    """Takes requests from many threads; `open` starts the thread that decides."""

    def __init__(
        self,
        matcher: Matcher,
        limits: Limits | None = None,
        on_failure: Callable[[], None] = lambda: None,
        clock: Clock = system_clock,
    ) -> None:
        self._matcher = matcher
        self._limits = limits or Limits()
        self._on_failure = on_failure
        self._clock = clock
        self._queue: deque[Request] = deque()
        self._orders = Orders()
        self._n_waiting = 0
        self._keys: OrderedDict[str, Request] = OrderedDict()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="desk")
        self._is_closing = False
        self._pace_s = 0.0
        self._counts = Counts()
        #: Why the desk closed by itself; None while it works.
        self.failure: BaseException | None = None

    def open(self) -> None:
        """Begin to decide."""
        self._thread.start()

    def close(self) -> None:
        """Finish the batch in hand and refuse what waits; return when that is done."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join()

    def remember(self, records: Iterable[Stored]) -> None:
        """Keep the answers in records of matches, for requests that repeat them."""
        for request in answered(records):
            self._keep(request)

    def ask(
        self, pilots: Sequence[Document], timeout_s: float, key: str | None = None
    ) -> Sequence[Row]:
        """Return a match for each pilot, in their order, once all are durable.

        Args:
            pilots: typed rows of `dirac_pilot`.
            timeout_s: how long to wait for a turn.
            key: names the request; asked again under it, the answer is the same.

        Raises:
            TooLate: there was no turn in time.
            Refusal: too many wait, or the desk closes.
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

    def order(self, call: Callable[[], object], timeout_s: float) -> object:
        """Return what `call` returns, made by the thread that decides.

        Raises:
            TooLate: there was no turn in time.
            Refusal: too many wait, or the desk closes.
        """
        with self._changed:
            self._check_open()
            future = self._orders.give(call)
            self._changed.notify()
        return awaited(future, timeout_s)

    def status(self) -> dict[str, object]:
        """Return how many pilots wait, and what came of the others."""
        with self._changed:
            state = "closing" if self._is_closing else "open"
            if self.failure is not None:
                state = "failed"
            return {"desk": state, "n_waiting": self._n_waiting, **asdict(self._counts)}

    def _known(self, new: Request) -> Request | None:
        request = None if new.key is None else self._keys.get(new.key)
        if request is not None:
            if request.pilots and request.pilots != new.pilots:
                raise UsageError(
                    f"key {new.key} was used for another request",
                    hint="every request needs a key of its own; repeats keep theirs",
                )
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

    def _keep(self, request: Request) -> None:
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
                self._fail(request, TooLate("no turn in time; nothing was given"))

    def _work(self) -> None:
        try:
            while not self._is_closing:
                batch = self._next_batch()
                self._orders.run()
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
                lambda: self._queue or self._orders or self._is_closing
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
        """Answer the requests of a batch; raise only what ends the desk."""
        pilots = [pilot for request in batch for pilot in request.arrived()]
        if not pilots:
            return
        try:
            table = as_table("dirac_pilot", pilots)
            rows = self._matcher.match(table, note(batch)).to_pylist()
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
            self._orders.refuse(_STOPPING)
        if failure is not None:
            self._on_failure()
