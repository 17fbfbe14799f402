"""A pool of connections that runs the statements of a program on several threads.

Most statements are small: planning them takes as long as running them, and DuckDB plans
on one thread. What a statement creates does not depend on when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from graphlib import TopologicalSorter
from heapq import heappop, heappush
from threading import Condition
from typing import Generic, TypeVar

from brokersql.core.database import Database
from brokersql.core.errors import EngineError

#: Further threads would find no statement that is ready.
MOST_THREADS = 4

Job = Callable[[Database], None]
S = TypeVar("S")
T = TypeVar("T")


class ConnectionPool:
    """A connection and further ones onto the same database, each for one thread.

    `prepare` sets up a further connection before its first job.
    """

    def __init__(self, database: Database, n_threads: int, prepare: Job) -> None:
        self.database = database
        self.size = n_threads
        self._prepare = prepare
        self._others: dict[int, Database] = {}

    def close(self) -> None:
        """Close the further connections."""
        for each in self._others.values():
            each.close()
        self._others.clear()

    def share(self, jobs: Sequence[Job]) -> None:
        """Run at most `size` jobs, each on a connection of its own.

        The first runs on the caller's thread. When all have ended, the error of the
        first that failed is raised.
        """
        own, *others = jobs
        with ThreadPoolExecutor(max(len(others), 1)) as pool:
            ends = [
                pool.submit(self._help, number, job)
                for number, job in enumerate(others)
            ]
            own(self.database)
            for end in ends:
                end.result()

    @contextmanager
    def background(self) -> Generator[BackgroundConnection]:
        """Yield a connection that answers questions in the background."""
        if self.size == 1:
            yield BackgroundConnection(self.database, None)
            return
        with ThreadPoolExecutor(1) as pool:
            yield BackgroundConnection(self._other(0), pool)

    def _other(self, number: int) -> Database:
        if number not in self._others:
            other = self.database.cursor()
            try:
                self._prepare(other)
            except BaseException:
                other.close()
                raise
            self._others[number] = other
        return self._others[number]

    def _help(self, number: int, job: Job) -> None:
        """Run a job on a further connection."""
        job(self._other(number))

    def run(
        self,
        statements: Sequence[S],
        waits: Sequence[set[int]],
        run: Callable[[Database, S], None],
    ) -> None:
        """Run all statements, each after those that it waits for."""
        if self.size == 1:
            for each in statements:
                run(self.database, each)
            return
        queue = _ReadyQueue(statements, waits)

        def work(connection: Database) -> None:
            for number, statement in queue:
                with queue.watch(number):
                    run(connection, statement)

        self.share([work] * min(self.size, MOST_THREADS))
        queue.check()


class BackgroundConnection:
    """A connection on a thread of its own, or the caller's if there is only one."""

    def __init__(self, database: Database, pool: ThreadPoolExecutor | None) -> None:
        self._database = database
        self._pool = pool

    def ask(self, question: Callable[[Database], T]) -> Future[T]:
        """Return the future answer; questions are answered in order."""
        if self._pool is not None:
            return self._pool.submit(question, self._database)
        answered: Future[T] = Future()
        try:
            answered.set_result(question(self._database))
        except Exception as error:
            answered.set_exception(error)
        return answered


class _ReadyQueue(Generic[S]):
    """Statements that are ready, those first for which the longest chain waits."""

    def __init__(self, statements: Sequence[S], waits: Sequence[set[int]]) -> None:
        self._statements = statements
        self._chain = [1] * len(statements)
        for number in reversed(range(len(statements))):
            for other in waits[number]:
                self._chain[other] = max(self._chain[other], 1 + self._chain[number])
        self._sorter = TopologicalSorter(dict(enumerate(waits)))
        self._sorter.prepare()
        self._ready: list[tuple[int, int]] = []
        self._errors: dict[int, BaseException] = {}
        self._changed = Condition()
        self._add_ready()

    def _add_ready(self) -> None:
        for number in self._sorter.get_ready():
            heappush(self._ready, (-self._chain[number], number))

    def __iter__(self) -> Generator[tuple[int, S]]:
        """Yield statements until none is left or one has failed."""
        while True:
            with self._changed:
                self._changed.wait_for(self._has_changed)
                if self._errors or not self._sorter.is_active():
                    return
                number = heappop(self._ready)[1]
            yield number, self._statements[number]

    def _has_changed(self) -> bool:
        return bool(self._ready or self._errors) or not self._sorter.is_active()

    @contextmanager
    def watch(self, number: int) -> Generator[None]:
        """Note how a statement ends, and which others are ready then."""
        try:
            yield
        except BaseException as error:
            with self._changed:
                self._errors[number] = error
                self._changed.notify_all()
        else:
            with self._changed:
                self._sorter.done(number)
                self._add_ready()
                self._changed.notify_all()

    def check(self) -> None:
        """Raise the error of the first statement that failed by itself."""

        def key(number: int) -> tuple[bool, int]:
            error = self._errors[number]
            return isinstance(error, EngineError) and error.is_echo, number

        if self._errors:
            raise self._errors[min(self._errors, key=key)]
