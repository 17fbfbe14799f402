"""`match STATE verify` says what is sound, or where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.match import Ledger, LedgerView
from tests.cli.calling import call
from tests.match.tiny import pilots, started


@pytest.fixture
def state(tmp_path: Path) -> Path:
    matcher = started(tmp_path / "state", 7)
    with matcher.ledger:
        matcher.match(pilots(["a", "b"]))
        matcher.requeue([min(matcher.matched)])
    return tmp_path / "state"


def test_a_sound_state_is_summed_up(state: Path) -> None:
    with Ledger.open(state):  # also beside a writer
        found = call("match", state, "verify")
    assert found.code == 0 and found.err == ""
    digest = LedgerView.open(state).head.digest.hex()
    assert found.out.startswith("sound: 3 records in 1 segment, ")
    assert found.out.endswith(f" · 6 jobs waiting, 1 matched · head {digest[:16]}\n")


def test_it_is_an_object_where_json_is_wanted(state: Path) -> None:
    found = call("match", state, "verify", "--format", "json").json
    size = found.pop("n_bytes")
    assert size == sum(path.stat().st_size for path in (state / "segments").iterdir())
    assert found == {
        "schema_version": 1,
        "kind": "match.verify",
        "n_records": 3,
        "n_segments": 1,
        "digest": LedgerView.open(state).head.digest.hex(),
        "n_jobs": 7,
        "n_waiting": 6,
        "n_matched": 1,
        "n_refused": 0,
        "n_matches": 2,
        "n_requeues": 1,
    }


def test_damage_is_told_with_segment_and_offset(state: Path) -> None:
    segment = state / "segments/00000001.seg"
    content = bytearray(segment.read_bytes())
    content[-40] ^= 1
    segment.write_bytes(content)
    found = call("match", state, "verify")
    assert found.code == 6 and found.out == ""
    assert found.err.startswith(f"error: {segment}:")
    assert "the state is damaged here: the checksum of record 3 is wrong" in found.err


def test_no_state_and_no_command_are_told(tmp_path: Path) -> None:
    found = call("match", tmp_path / "none", "verify")
    assert (found.code, "there is no state here" in found.err) == (6, True)
    found = call("match", "somewhere")
    assert (found.code, "what about somewhere?" in found.err) == (2, True)
    assert "verify" in call("match").out
