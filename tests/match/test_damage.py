"""A state file that was cut or changed is found out, or what it says is the same."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.errors import StateError
from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.audit import audit_jobs
from brokersql.match.integrity import rewrite_damaged
from brokersql.match.store.layout import Checkpoint
from brokersql.match.store.ledger import Means
from tests.match.disks import Unsynced
from tests.match.tiny import TinyMatcher, pilots

MEANS = Means(Unsynced(), segment_bytes=4000)

Outcome = tuple[bytes, Checkpoint | None]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a state with sealed segments, a checkpoint and a bulk table."""
    folder = tmp_path_factory.mktemp("sound") / "state"
    jobs = pa.table({"job_id": pa.array(range(140_000), pa.int64())})
    record = Record("init", {}, {"unused": jobs, "dirac_job": jobs.slice(1, 30)})
    with Ledger.create(folder, record, MEANS) as ledger:
        matcher = TinyMatcher(ledger)
        for number in range(14):
            matcher.match(pilots([f"a{number}", f"b{number}"]))
            if number == 8:
                matcher.checkpoint()
    return folder


def outcome(view: LedgerView) -> Outcome:
    """Return what a state says, all of it checked."""
    *_, last = view.checked()
    return last.digest, view.checkpoint


def damages(
    content: bytes, moments: random.Random, n_cuts: int = 30, n_flips: int = 80
) -> Iterator[bytes]:
    """Yield a file cut somewhere, and with one bit changed somewhere."""
    for _ in range(min(n_cuts, len(content))):
        yield content[: moments.randrange(len(content))]
    for _ in range(min(n_flips, 8 * len(content))):
        bit = moments.randrange(8 * len(content))
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("n_cuts", "n_flips"), [(30, 80), pytest.param(200, 500, marks=pytest.mark.long)]
)
def test_damage_is_found_with_its_place_or_changes_nothing(
    sound: Path, tmp_path: Path, n_cuts: int, n_flips: int
) -> None:
    state = shutil.copytree(sound, tmp_path / "state")
    expected = outcome(LedgerView.open(state))
    audit_jobs(LedgerView.open(state).records())
    names = {path.relative_to(state).parts[0] for path in files(state)}
    assert names == {"MANIFEST", "HEAD", "lock", "segments", "bulk", "checkpoints"}
    assert len(list((state / "segments").iterdir())) >= 4
    moments = random.Random(4)
    found = {"same": 0, "told": 0}
    for path in files(state):
        content = path.read_bytes()
        for changed in damages(content, moments, n_cuts, n_flips):
            path.write_bytes(changed)
            try:
                assert outcome(LedgerView.open(state)) == expected, path
                found["same"] += 1
            except StateError as error:
                assert error.where.startswith(f"{path}:"), error
                assert int(error.where.rpartition(":")[2]) <= len(content)
                assert error.exit_code == 6
                found["told"] += 1
        path.write_bytes(content)
    assert outcome(LedgerView.open(state)) == expected
    print(found)
    assert found["told"] > 5 * found["same"]


def test_a_writer_finds_the_damage_that_concerns_it(
    sound: Path, tmp_path: Path
) -> None:
    """It reads what follows the checkpoint; `verify` reads all."""
    moments = random.Random(5)
    expected = LedgerView.open(sound)
    for number in range(60):
        state = shutil.copytree(sound, tmp_path / str(number))
        path = moments.choice([p for p in files(state) if p.parent.name != "bulk"])
        path.write_bytes(moments.choice(list(damages(path.read_bytes(), moments))))
        try:
            with Ledger.open(state, MEANS) as ledger:
                matcher = TinyMatcher(ledger)
                assert ledger.head.digest == expected.head.digest
                assert (matcher.n_matches, matcher.n_cycles) == (28, 14)
                ledger.append(Record("config"))
        except StateError as error:
            assert error.where.startswith(f"{path}:"), error


def test_damage_is_found_beside_a_living_writer_too(
    sound: Path, tmp_path: Path
) -> None:
    state = shutil.copytree(sound, tmp_path / "state")
    active = state / f"segments/{LedgerView.open(sound).manifest.active.number:08}.seg"
    with Ledger.open(state, MEANS):
        assert outcome(LedgerView.open(state)) == outcome(LedgerView.open(sound))
        os.truncate(active, active.stat().st_size - 1)
        with pytest.raises(StateError, match="is cut off") as caught:
            list(LedgerView.open(state).records())
        assert caught.value.where.startswith(f"{active}:")


def test_the_torn_tail_of_an_unacknowledged_record_is_cut(
    sound: Path, tmp_path: Path
) -> None:
    expected = LedgerView.open(sound)
    active = f"segments/{expected.manifest.active.number:08}.seg"
    for torn in (b"\0", bytes(5000), b"BSQR" + bytes(9), (sound / active).read_bytes()):
        state = shutil.copytree(sound, tmp_path / "state", dirs_exist_ok=True)
        with (state / active).open("ab") as segment:
            segment.write(torn)
        assert outcome(LedgerView.open(state)) == outcome(expected)
        with Ledger.open(state, MEANS) as ledger:
            ledger.append(Record("config"))
        assert (state / active).stat().st_size < expected.head.offset + 200
        assert len(list(LedgerView.open(state).checked())) == expected.head.seq + 1


def test_an_older_manifest_does_not_hide_what_came_later(
    sound: Path, tmp_path: Path
) -> None:
    state = shutil.copytree(sound, tmp_path / "state")
    before = (state / "MANIFEST").read_bytes()
    with Ledger.open(state, MEANS) as ledger:
        matcher = TinyMatcher(ledger)
        matcher.checkpoint()
        matcher.match(pilots(["late"]))
    (state / "MANIFEST").write_bytes(before)
    for look in (Ledger.open, LedgerView.open):
        with pytest.raises(StateError, match="older than the head"):
            look(state)


@pytest.mark.parametrize("name", ["HEAD", "MANIFEST"])
@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_what_the_segments_tell_is_written_again(
    sound: Path, tmp_path: Path, name: str, content: bytes | None
) -> None:
    state = shutil.copytree(sound, tmp_path / "state")
    expected = LedgerView.open(state)
    active = state / f"segments/{expected.manifest.active.number:08}.seg"
    with active.open("ab") as segment:  # as a killed writer leaves it
        segment.write(bytes(5000))
    (state / name).unlink()
    if content is not None:
        (state / name).write_bytes(content)
    with pytest.raises(StateError):
        Ledger.open(state)
    assert rewrite_damaged(state) == [name]
    assert rewrite_damaged(state) == []
    view = LedgerView.open(state)
    assert [each.digest for each in view.checked()] == [
        each.digest for each in expected.checked()
    ]
    kept = expected.checkpoint if name == "HEAD" else None
    assert view.checkpoint == kept
    with Ledger.open(state, MEANS) as ledger:
        matcher = TinyMatcher(ledger)
        assert (matcher.n_matches, ledger.append(Record("config"))) == (28, 16)
    if name == "MANIFEST" and content is None:
        (state / "MANIFEST").unlink()
        with pytest.raises(StateError, match="its manifest is missing"):
            Ledger.create(state, Record("init"))


def test_what_the_segments_cannot_tell_is_not_mended(
    sound: Path, tmp_path: Path
) -> None:
    active = f"segments/{LedgerView.open(sound).manifest.active.number:08}.seg"
    for name in ("HEAD", "MANIFEST"):
        state = shutil.copytree(sound, tmp_path / name)
        (state / name).write_bytes(b"")
        whole = (state / active).read_bytes()
        (state / active).write_bytes(whole[:-1])
        with pytest.raises(StateError, match="is cut off"):
            rewrite_damaged(state)
        (state / active).write_bytes(whole)
        (state / "segments/00000001.seg").write_bytes(b"")
        if name == "MANIFEST":
            with pytest.raises(StateError, match="does not begin as it should"):
                rewrite_damaged(state)
    (state / "HEAD").write_bytes(b"")
    with pytest.raises(StateError, match="HEAD is not sound either"):
        rewrite_damaged(state)
