"""Work for the thread that decides, done one piece after the other between batches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from brokersql.errors import BrokersqlError, LostStateError
from brokersql.match.request import Refusal, TooLate

_LIMIT = 100


class Orders:
    """Pieces of work that wait; each has a future that its giver waits for."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], object], Future[object]]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def give(self, call: Callable[[], object]) -> Future[object]:
        """Let `call` be made in its turn.

        Raises:
            Refusal: too many wait.
        """
        if len(self._waiting) >= _LIMIT:
            raise Refusal(f"{_LIMIT} changes of the state wait already")
        future: Future[object] = Future()
        self._waiting.append((call, future))
        return future

    def run(self) -> None:
        """Do what waits; raise only what ends the service."""
        while self._waiting:
            call, future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
                    is_known = isinstance(error, BrokersqlError)
                    if not is_known or isinstance(error, LostStateError):
                        raise

    def refuse(self, message: str) -> None:
        """Do nothing of what waits."""
        while self._waiting:
            _, future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                future.set_exception(Refusal(message, retry_after_s=5))


def awaited(future: Future[object], timeout_s: float) -> object:
    """Return what came of an order.

    Raises:
        TooLate: it had no turn in time, and nothing was done.
    """
    try:
        return future.result(timeout_s)
    except TimeoutError:
        if future.cancel():
            raise TooLate("no turn in time; nothing was changed") from None
        return future.result()
