"""The benchmarks run, on a world small enough to wait for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import explain, large, polars_peer
from bench.__main__ import PHASES, record, row
from bench.measure import exponent, measure
from bench.peer import measure as measure_peer
from bench.software import QUESTIONS, make_worlds
from bench.software import row as software_row
from bench.statements import measure as measure_statements
from bench.statements import report
from bench.worlds import SMALL, World, make_world

TINY = World("a few", SMALL.n_queues, 30)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_world(TINY, tmp_path_factory.mktemp("bench") / "world")


@pytest.fixture(scope="module")
def numbers(folder: Path) -> dict[str, float]:
    return measure(folder, 1, "none")


def test_a_world_has_the_size_that_is_asked_for(numbers: dict[str, float]) -> None:
    assert numbers["n_pairs"] == numbers["n_chunks"] * numbers["n_queues"]
    assert numbers["n_queues"] > 20
    assert 0 < numbers["n_chunks"] <= 35
    assert set(PHASES) <= numbers.keys()
    assert numbers["peak_mb"] > 0
    assert row(1, "none", numbers, 5000.0).count("|") == 14


def test_the_peer_looks_at_the_same_pairs(
    folder: Path, numbers: dict[str, float]
) -> None:
    peer = measure_peer(folder, 5)
    assert peer["n_chunks"] == 5
    assert peer["n_pairs"] / peer["n_chunks"] == numbers["n_queues"]


def test_polars_and_the_engine_fail_the_same_pairs(
    folder: Path, numbers: dict[str, float]
) -> None:
    found = polars_peer.measure(folder, 1, 1)
    assert found["n_pairs"] == numbers["n_pairs"]
    assert 0 < found[polars_peer.NONE] < found["n_pairs"]
    assert found["status"] > 0 and found["zero_share"] > 0 and found["cache"] > 0
    rows = polars_peer.table({1: found})
    assert [line.count("|") for line in rows] == [7, 7, 7]


def test_a_task_is_explained_from_ready_facts_and_from_nothing(folder: Path) -> None:
    found = explain.measure(folder, 1, 1)
    assert list(found)[-1].startswith("cold")
    assert all(wall > 0 and work > 0 for wall, work in found.values())
    assert len(explain.table(found)) == 2 + len(found)


def test_statements_are_listed_by_what_they_cost(folder: Path) -> None:
    stage, database = measure_statements(folder, 1, "page")
    lines = report(stage, database, 5).splitlines()
    costs = [float(line.split("|")[2]) for line in lines[4:]]
    assert len(costs) == 5
    assert costs == sorted(costs, reverse=True)


def test_requirements_refuse_queues_unless_these_fulfil_them(tmp_path: Path) -> None:
    assert len(set(QUESTIONS)) == 300
    worlds = make_worlds(tmp_path, 20, 10, "S")
    runs = {name: measure(place, 1, "none") for name, place in worlds.items()}
    assert len({(each["n_chunks"], each["n_queues"]) for each in runs.values()}) == 1
    weighed = {name: each["n_survivors"] for name, each in runs.items()}
    assert weighed["mixed"] < weighed["fulfilled"] == weighed["none"]
    assert software_row("mixed", [runs["mixed"]]).count("|") == 9


def test_a_run_grows_with_its_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "PRESET", "S")
    found = [large.measure(n_tasks, "reasons", tmp_path) for n_tasks in (20, 40)]
    assert 0 < found[0].n_pairs < found[1].n_pairs
    assert all(each.processor_s > 0 and each.peak_mb > 0 for each in found)
    head, _, *rows, _, last = large.table(found)
    assert [line.count("|") for line in (head, *rows)] == [9, 9, 9]
    assert "R² 1.0000, exponent " in last  # two points are on a line


def test_an_exponent_tells_how_times_grow() -> None:
    sizes = [1000, 2000, 5000, 20_000]
    for power in (0.0, 0.5, 1.0, 2.0):
        times = [0.003 * size**power for size in sizes]
        assert exponent(sizes, times) == pytest.approx(power)
    assert exponent([1, 2, 4], [1, 2.2, 3.8]) == pytest.approx(0.963, abs=1e-3)


def test_a_section_takes_the_place_of_an_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "RESULTS.md"
    results.write_text("# About\n\n## 2026-01-01, a, b\n\n1\n\n## 2026-01-02, c\n\n2\n")
    monkeypatch.setattr("bench.__main__.RESULTS", results)
    record("## 2026-02-01, a, b\n\n3\n")
    expected = "# About\n\n## 2026-01-02, c\n\n2\n\n## 2026-02-01, a, b\n\n3\n"
    assert results.read_text() == expected
