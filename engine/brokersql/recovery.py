"""What is done when DuckDB fails internally: the same work again, with safer settings.

A cycle, a story and a query change nothing outside of their database, so they can be
done again in a fresh one. `retried` does so, at most twice, each time with settings
under which DuckDB leaves more of its own cleverness out; the answer is the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from brokersql.errors import EngineError


class _Closable(Protocol):
    def close(self) -> None: ...


S = TypeVar("S", bound=_Closable)
T = TypeVar("T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Which parts of DuckDB a new database goes without.

    DuckDB 2.0.0 hands columns of small joins on as shared dictionaries, and fails where
    an operator gets other rows of such a column as plain values. Its caching operators
    are off in all settings, at no cost that can be measured (bench/RESULTS.md); what
    the compiler writes avoids the rest (`compiler.plain_values`).
    """

    name: str
    disabled_optimizers: tuple[str, ...] = ()
    has_optimizer: bool = True
    n_threads: int | None = None

    def without(self, optimizers: Sequence[str]) -> EngineSettings:
        """Return the same settings with some optimizers less."""
        off = (*self.disabled_optimizers, *optimizers)
        return replace(self, disabled_optimizers=off)


#: From what is usual to what is safest.
LADDER = (
    EngineSettings("usual"),
    EngineSettings(
        "safer", ("statistics_propagation", "build_side_probe_side", "join_order")
    ),
    EngineSettings("safest", has_optimizer=False, n_threads=1),
)


@dataclass(frozen=True, slots=True)
class EngineFault:
    """The record of an engine fault; it keeps no database alive."""

    message: str
    where: str = ""
    bundle: str = ""


_faults: ContextVar[tuple[EngineFault, ...]] = ContextVar("faults", default=())


def faults_so_far() -> tuple[EngineFault, ...]:
    """Return the engine faults after which the work at hand is done again."""
    return _faults.get()


def settings_in_force() -> EngineSettings:
    """Return the settings of a database that is opened now."""
    return LADDER[min(len(_faults.get()), len(LADDER) - 1)]


@contextmanager
def after_faults(n_faults: int) -> Generator[None]:
    """Open databases as after so many faults, which another process has seen."""
    before = _faults.set((EngineFault("in the process before"),) * n_faults)
    try:
        yield
    finally:
        _faults.reset(before)


def retried(work: Callable[[], T]) -> T:
    """Return what work gives that opens its own databases and changes nothing else.

    Each engine fault is logged as a warning.

    Raises:
        EngineError: DuckDB failed with the safest settings, too.
    """
    before = _faults.set(_faults.get())
    try:
        while True:
            try:
                return work()
            except EngineError as error:
                if error.is_final:
                    raise
                fault = EngineFault(error.message, error.where, error.bundle)
                _faults.set((*_faults.get(), fault))
                if len(_faults.get()) >= len(LADDER):
                    error.is_final = True
                    error.message += ", also with the safest settings"
                    raise
                again = f"done again with {settings_in_force().name} settings"
                _log.warning("%s; %s", error.line(), again)
    finally:
        _faults.reset(before)


class Reopened(Generic[S]):
    """Something that rests on a database, made anew after an engine fault."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._made: S | None = make()

    def ask(self, question: Callable[[S], T]) -> T:
        """Return the answer to a question; it is asked again of what is made anew.

        Raises:
            EngineError: DuckDB failed with the safest settings, too.
        """

        def asked() -> T:
            if self._made is None:
                self._made = self._make()
            try:
                return question(self._made)
            except EngineError:
                self._made.close()
                self._made = None
                raise

        return retried(asked)
