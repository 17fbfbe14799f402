"""One writer at a time; a dead one's state is free, a sleeping one's write refused."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from brokersql.core.errors import LostStateError, StateError
from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.store import lock
from brokersql.match.store.files import Files
from brokersql.match.store.ledger import Means
from brokersql.match.store.lock import Owner, read_owner
from tests.match import processes
from tests.match.disks import Unsynced

NOON = 1_760_443_200_000_000


class Other:
    """A writer in another process that does as it is told and says what came of it."""

    def __init__(self, folder: Path, clock_us: int = 0, stop_at_sync: int = 0) -> None:
        self.line, theirs = processes.pipe()
        self.process = processes.start(_obey, folder, theirs, clock_us, stop_at_sync)
        theirs.close()
        self.said = self.hear()

    def hear(self) -> str:
        assert self.line.poll(20)
        return str(self.line.recv())

    def tell(self, word: str) -> str:
        self.line.send(word)
        return self.hear()

    def end(self) -> None:
        self.process.kill()
        self.process.join()


class Stopping(Unsynced):
    """A disk that stops the process in its nth sync, as SIGSTOP from outside would."""

    def __init__(self, nth: int) -> None:
        self.left = nth

    def sync(self, descriptor: int) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGSTOP)


def _obey(folder: Path, line: Connection, clock_us: int, stop_at_sync: int) -> None:
    files = Stopping(stop_at_sync) if stop_at_sync else Files()
    means = Means(files, clock=lambda: clock_us)
    try:
        ledger = Ledger.open(folder, means)
    except StateError as error:
        line.send(str(error))
        return
    line.send(f"epoch {ledger.owner.epoch}")
    while (word := line.recv()) != "close":
        try:
            line.send(f"stored {ledger.append(Record(word))}")
        except StateError as error:
            line.send(str(error))
    ledger.close()
    line.send("closed")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with Ledger.create(tmp_path / "state", Record("init")):
        pass
    return tmp_path / "state"


@pytest.fixture
def holder(state: Path) -> Iterator[Other]:
    other = Other(state, clock_us=NOON)
    yield other
    other.end()


def wait_stopped(process: ForkServerProcess) -> None:
    status = Path(f"/proc/{process.pid}/stat")
    while status.read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.001)


def test_the_second_writer_is_told_who_holds_the_state(
    state: Path, holder: Other
) -> None:
    pid, host = holder.process.pid, socket.gethostname()
    with pytest.raises(StateError) as caught:
        Ledger.open(state)
    assert caught.value.exit_code == 6
    told = f"held by pid {pid} on {host} since 2025-10-14 12:00:00Z"
    assert caught.value.message == told
    assert Other(state).said.startswith(f"{state}: {told}")
    assert read_owner(state) == Owner(2, pid or 0, host, NOON)
    assert holder.tell("config") == "stored 2"


@pytest.mark.parametrize("is_killed", [True, False])
def test_the_state_is_free_when_the_holder_ends_and_the_epoch_rises(
    state: Path, holder: Other, is_killed: bool
) -> None:
    assert holder.said == "epoch 2"
    holder.end() if is_killed else holder.tell("close")
    assert read_owner(state) is None
    with Ledger.open(state) as ledger:
        assert ledger.owner.epoch == 3
    with pytest.raises(LostStateError, match="it was let go"):
        ledger.append(Record("config"))


def test_a_writer_that_slept_through_a_take_over_is_turned_away(
    state: Path, holder: Other
) -> None:
    assert holder.tell("config") == "stored 2"
    os.kill(holder.process.pid or 0, signal.SIGSTOP)
    wait_stopped(holder.process)
    with pytest.raises(StateError, match="held by"):
        Ledger.open(state)
    with Ledger.open(state, take_over=True) as ledger:
        assert ledger.append(Record("mine")) == 3
        os.kill(holder.process.pid or 0, signal.SIGCONT)
        refused = holder.tell("late")
        assert f"it was taken over by pid {os.getpid()}" in refused
        assert ledger.append(Record("mine")) == 4
    assert "it was taken over" in holder.tell("later")
    assert holder.tell("close") == "closed"
    kinds = [stored.kind for stored in LedgerView.open(state).records()]
    assert kinds == ["init", "config", "mine", "mine"]


def test_nobody_takes_over_in_the_middle_of_a_write(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer stops in mid-record: after the lock and a cut tail."""
    stopping = Other(state, stop_at_sync=3)
    monkeypatch.setattr(lock, "_PATIENCE_S", 0.05)
    stopping.line.send("half")
    wait_stopped(stopping.process)
    with pytest.raises(StateError, match="and is just writing"):
        Ledger.open(state, take_over=True)
    os.kill(stopping.process.pid or 0, signal.SIGCONT)
    assert stopping.hear() == "stored 2"
    stopping.end()


def test_an_owner_on_another_host_is_believed_to_live(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "elsewhere")
        ledger = Ledger.open(state)
    (state / f"owner-{ledger.owner.epoch}").unlink()  # its lock cannot be seen here
    with pytest.raises(StateError, match="on elsewhere since"):
        Ledger.open(state)
    owner = read_owner(state)
    assert owner is not None and owner.host == "elsewhere"
    with Ledger.open(state, take_over=True) as mine:
        assert mine.owner.epoch == ledger.owner.epoch + 1
    ledger.close()


def test_a_lost_lock_never_lowers_the_epoch_and_a_damaged_one_is_told(
    state: Path,
) -> None:
    for _ in range(3):
        Ledger.open(state).close()
    (state / "lock").unlink()
    with Ledger.open(state) as ledger:
        assert ledger.owner.epoch == 5
    (state / "lock").write_bytes(b"{}")
    with pytest.raises(StateError, match="it names no owner") as caught:
        Ledger.open(state)
    assert "--take-over" in caught.value.hint
    with Ledger.open(state, take_over=True) as ledger:
        assert ledger.append(Record("config")) == 2


def test_a_forked_copy_of_a_writer_is_turned_away(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger.open(state) as ledger:
        with monkeypatch.context() as forked:
            forked.setattr(os, "getpid", lambda: ledger.owner.pid + 1)
            with pytest.raises(LostStateError, match="not to this copy of it"):
                ledger.append(Record("config"))
        assert ledger.append(Record("config")) == 2


def test_a_copy_made_of_hard_links_is_read_and_not_written(
    state: Path, tmp_path: Path
) -> None:
    """Also while its twin is written to; a real copy of it is a state of its own."""
    copy, twins = tmp_path / "copy", (state, tmp_path / "copy")
    with Ledger.open(state) as ledger:
        shutil.copytree(state, copy, copy_function=os.link)
        with pytest.raises(StateError, match="has a second name") as caught:
            Ledger.open(copy)
        assert caught.value.exit_code == 6
        assert ledger.append(Record("config")) == 2
    for each in twins:
        with pytest.raises(StateError, match="has a second name"):
            Ledger.open(each)
    digests = {LedgerView.open(each).head.digest for each in twins}
    shutil.copytree(copy, tmp_path / "real")
    with Ledger.open(tmp_path / "real") as ledger:
        assert ledger.append(Record("config")) == 3
    assert {LedgerView.open(each).head.digest for each in twins} == digests
    shutil.rmtree(copy)
    with Ledger.open(state) as ledger:
        assert ledger.append(Record("config")) == 3
