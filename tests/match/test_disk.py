"""A disk that refuses: the error names the file, nothing is lost, and it goes on."""

from __future__ import annotations

import errno
import os
import resource
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from brokersql.core.errors import LostStateError, StateError
from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.store.files import naming
from brokersql.match.store.ledger import Means
from tests.match import processes
from tests.match.crashing import SEGMENT_BYTES, Writing
from tests.match.disks import Refusing
from tests.match.tiny import TinyMatcher, jobs, pilots, started

N_STEPS = 12


def means(files: Refusing) -> Means:
    return Means(files, segment_bytes=SEGMENT_BYTES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Writing:
    return Writing(tmp_path_factory.mktemp("whole") / "state", 1, N_STEPS)


@pytest.fixture(scope="module")
def calls(whole: Writing) -> Counter[str]:
    """Return the calls to a disk that refuses nothing to the whole writing."""
    files = Refusing()
    whole.write(means(files))
    assert whole.last_acked() == N_STEPS
    return files.made


def moments(calls: Counter[str]) -> Iterator[tuple[str, int]]:
    """Yield the calls that are made to fail: the first ones, some, and the last."""
    for call, n_calls in sorted(calls.items()):
        chosen = {*range(1, 6), *range(6, n_calls, 7), n_calls}
        yield from ((call, nth) for nth in sorted(chosen) if nth <= n_calls)


def is_at_stake(call: str, nth: int, calls: Counter[str]) -> bool:
    """Tell whether a call keeps something; room for records and letting go do not.

    The first truncation makes a new state, all others give up room.
    """
    if call == "preallocate" or (call == "truncate" and nth > 1):
        return False
    return (call, nth) != ("write", calls["write"])


def test_a_refused_call_is_told_and_the_state_goes_on_afterwards(
    tmp_path: Path, whole: Writing, calls: Counter[str]
) -> None:
    """Each call is refused for one of three reasons; an interrupted one is repeated."""
    reasons = cycle((errno.ENOSPC, errno.EROFS, errno.EMFILE))
    expected = whole.records()
    for call, nth in moments(calls):
        for error in (next(reasons), errno.EINTR):
            writing = Writing(tmp_path / f"{call}-{nth}-{error}", 1, N_STEPS)
            if error == errno.EINTR or not is_at_stake(call, nth, calls):
                writing.write(means(Refusing(call, nth, error)))
            else:
                with pytest.raises(StateError) as caught:
                    writing.write(means(Refusing(call, nth, error)))
                assert str(tmp_path) in caught.value.where
                assert os.strerror(error) in caught.value.message
                assert caught.value.hint
            if acked := writing.last_acked():
                assert writing.records() == expected[:acked], (call, nth, error)
            writing.write(means(Refusing()))
            assert writing.records() == expected, (call, nth, error)


def test_a_folder_that_may_not_be_written_is_told_by_owner_and_mode(
    tmp_path: Path,
) -> None:
    with pytest.raises(StateError) as caught, naming(tmp_path, "write"):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    assert str(caught.value) == (
        f"{tmp_path}: cannot write it: Permission denied\n"
        "  its owner and mode forbid it (ls -ld): choose another folder"
    )


def limited(writing: Writing) -> None:
    """Write where no file may grow beyond 3000 bytes."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, most))
    try:
        writing.write()
    except StateError as error:
        writing.folder.with_suffix(".said").write_text(str(error))
        raise SystemExit(error.exit_code) from error


def test_short_writes_are_continued_until_a_limit_of_the_machine_which_is_told(
    tmp_path: Path, whole: Writing, calls: Counter[str]
) -> None:
    assert calls
    writing = Writing(tmp_path / "short", 1, N_STEPS)
    writing.write(means(Refusing(is_short=True)))
    assert writing.records() == whole.records()
    writing = Writing(tmp_path / "state", 1, N_STEPS)
    process = processes.start(limited, writing)
    process.join()
    assert process.exitcode == 6
    said = (tmp_path / "state.said").read_text()
    assert str(writing.folder) in said and "File too large" in said
    found = writing.records()
    assert len(found) == writing.last_acked() < N_STEPS
    assert found == whole.records()[: len(found)]
    assert writing.run() == 0
    assert writing.records() == whole.records()


@pytest.mark.parametrize(
    ("call", "nth", "is_lost"),
    [("write", 3, False), ("rename", 3, False), ("sync_folder", 3, True)],
)
def test_a_manifest_that_may_have_changed_ends_the_process(
    tmp_path: Path, call: str, nth: int, is_lost: bool
) -> None:
    """A checkpoint writes three files: its table, the next segment, the manifest."""
    files = Refusing()
    with started(tmp_path / "state", 5, means(files)).ledger as ledger:
        matcher = TinyMatcher(ledger)
        matcher.match(pilots(["a"]))
        files.call, files.nth = call, files.made[call] + nth
        files.error = errno.ENOSPC
        with pytest.raises(StateError):
            ledger.checkpoint({"waiting_job": jobs([1])}, {})
        if is_lost:
            with pytest.raises(LostStateError):
                ledger.append(Record("config"))
        else:
            assert ledger.append(Record("config")) == 3
    with Ledger.open(tmp_path / "state") as ledger:
        assert ledger.append(Record("config")) == (3 if is_lost else 4)
    assert len(list(LedgerView.open(tmp_path / "state").checked())) == ledger.head.seq


def test_a_full_disk_costs_one_step_and_a_failed_sync_a_restart(tmp_path: Path) -> None:
    files = Refusing()
    with started(tmp_path / "state", 5, means(files)).ledger as ledger:
        matcher = TinyMatcher(ledger)
        before = set(matcher.waiting)
        files.call, files.nth = "write", files.made["write"] + 1
        files.error = errno.ENOSPC
        with pytest.raises(StateError, match="No space left on device"):
            matcher.match(pilots(["a", "b"]))
        assert matcher.waiting == before
        assert matcher.match(pilots(["c"])).num_rows == 1
        assert len(list(LedgerView.open(tmp_path / "state").checked())) == 2
        files.call, files.nth = "sync", files.made["sync"] + 1
        files.error = errno.EIO
        for message in ("Input/output error", "a write failed before"):
            with pytest.raises(StateError, match=message):
                ledger.append(Record("config"))
    with Ledger.open(tmp_path / "state") as ledger:
        assert ledger.append(Record("config")) == 3
