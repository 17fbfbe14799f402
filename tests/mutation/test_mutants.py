"""Mutants are small changes, drawn alike each time, and the script says who dies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation import equivalents
from tests.mutation.__main__ import summary
from tests.mutation.belonging import files_testing
from tests.mutation.covering import covers
from tests.mutation.equivalents import names_no_mode
from tests.mutation.judge import FAILED, ROOT, ChangedTree, Verdict
from tests.mutation.mutants import Mutant, drawn, mutants_of, shares, strata
from tests.mutation.same_plan import has_same_plan

QUERY = """
select queue_name, 'a text that is shown' as detail
from candidate
where n_jobs >= 2 and (status = 'online' or not is_idle)
"""
ORDERS = """
filters = [
    "status",
    "cache",
]
weights = [
    "load",
    "data",
]
"""
PARAMETERS = """
[parameters.LIMIT]
default = 5
profiles = { asrun = 6 }
"""


#: What changes of the query.
CHANGES = {
    *("`>=` → `>`", "`2` → `3`", "`2` → `1`", "`and` → `or`", "`=` → `<>`"),
    *("`'online'` → `'other'`", "`or` → `and`", "without `not`"),
    *("without `and (status = 'online' or not is_idle)`", "without `n_jobs >= 2 and`"),
    *("without `or not is_idle`", "without `status = 'online' or`"),
}


@pytest.mark.parametrize(
    ("stratum", "text", "changes"),
    [
        ("filters", QUERY, CHANGES),
        ("order", ORDERS, {'`status", "cache` → `cache", "status`'}),
        ("parameters", PARAMETERS, {"`5` → `6`", "without `profiles = { asrun = 6 }`"}),
    ],
)
def test_the_mutants_of_a_file(
    stratum: str, text: str, changes: set[str], tmp_path: Path
) -> None:
    name = "sql/panda_job/it"
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    made = list(mutants_of(tmp_path, name, stratum))
    assert {each.change for each in made} == changes
    assert all(each.applied(text) != text for each in made)


def test_a_seed_draws_the_same_mutants_of_all_strata() -> None:
    files = strata(ROOT, "panda_timeout")
    wanted = shares(files, 20)
    first, again, other = (drawn(ROOT, files, wanted, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert {each.stratum for each in first} == {name for name in files if files[name]}


def test_the_spec_of_the_rule_comes_first_then_those_of_its_readers() -> None:
    found = {
        mutant.stratum: files_testing(ROOT, mutant)
        for mutant in drawn(ROOT, *_one_each(), seed=1)
    }
    assert found["weights"][0] == "tests/spec/panda_job/test_load.py"
    assert "tests/spec/panda_job/test_no_pilot.py" in found["shared facts"]
    assert "tests/spec/panda_job/test_worked_examples.py" in found["weights"]
    assert "tests/spec/panda_job/test_status.py" not in found["weights"]


def _one_each() -> tuple[dict[str, list[str]], dict[str, int]]:
    files = {
        "weights": ["sql/panda_job/weights/load.sql"],
        "shared facts": ["sql/facts/queue_pilot.sql"],
    }
    return files, shares(files, 2)


def test_every_equivalent_is_still_a_mutant() -> None:
    keys = equivalents.equivalents().keys()
    listed = {file for file, _, _ in keys}
    found = {
        equivalents.key_of(ROOT, mutant)
        for stratum, names in strata(ROOT).items()
        for name in listed & {*names}
        for mutant in mutants_of(ROOT, name, stratum)
    }
    assert keys <= found


TO_LEFT, TO_INNER = "`inner` → `left`", "`left` → `inner`"


@pytest.mark.parametrize(
    ("file", "line", "change", "is_same"),
    [
        ("panda_task/filters/destination_blacklist", "(plan_no, nucl", TO_LEFT, True),
        ("panda_job/filters/event_service_high", "join chunk using", TO_LEFT, True),
        ("panda_analysis/filters/disk_free", "join default_output", TO_LEFT, False),
        ("panda_task/filters/space", "as unit", "`'GB'` → `'other'`", False),
        ("panda_job/select/batch", "batch.n_left > 0", "`>` → `>=`", False),
    ],
)
def test_where_null_is_refused_a_left_join_is_planned_as_an_inner_one(
    file: str, line: str, change: str, is_same: bool
) -> None:
    assert has_same_plan(*_mutant(file, line, change)) == is_same


@pytest.mark.parametrize(
    ("file", "line", "change", "is_found"),
    [
        ("dirac/filters/owner_group", "join request using", TO_LEFT, True),
        ("panda_job/filters/status", "join unified_queue", TO_LEFT, True),
        ("facts/memory", "join chunk_memory", TO_LEFT, True),
        ("panda_job/filters/disk_io", "join queue_disk_io", TO_LEFT, False),
        ("facts/chunk", "join task using", TO_LEFT, False),
        ("dirac/facts/request", "join request_platform", TO_INNER, False),
    ],
)
def test_a_join_finds_a_row_for_each_where_both_sides_come_from_one_relation(
    file: str, line: str, change: str, is_found: bool
) -> None:
    assert covers(*_mutant(file, line, change)) == is_found


@pytest.mark.parametrize(
    ("before", "is_equal"), [('"tags"', True), ('"offset"', False), ('"OFF"', False)]
)
def test_a_text_that_no_query_compares_with_may_be_another_one(
    before: str, is_equal: bool
) -> None:
    """As a mode that is one of two; not where a query or a macro reads the text."""
    names = strata(ROOT)["parameters"]
    texts = (it for name in names for it in mutants_of(ROOT, name, "parameters"))
    changed = [each for each in texts if each.before == before]
    assert any(names_no_mode(ROOT, each) for each in changed) == is_equal


def _mutant(file: str, line: str, change: str) -> tuple[Mutant, str]:
    name = f"sql/{file}.sql"
    found = (
        mutant
        for stratum, names in strata(ROOT).items()
        if name in names
        for mutant in mutants_of(ROOT, name, stratum)
    )
    keys = ((each, equivalents.key_of(ROOT, each)) for each in found)
    mutant = next(it for it, key in keys if line in key[1] and change == key[2])
    return mutant, (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_mutant_is_killed_by_the_spec_of_its_rule(tmp_path: Path) -> None:
    name = "sql/panda_timeout/timeouts/waiting.sql"
    mutants = mutants_of(ROOT, name, "timeouts")
    mutant = next(each for each in mutants if each.change == "`=` → `<>`")
    verdict = ChangedTree(tmp_path).verdict(mutant)
    assert verdict.outcome == "killed"
    assert verdict.by.startswith("tests/spec/panda_timeout/test_kinds.py::")


def test_a_test_is_named_in_full_without_what_failed() -> None:
    out = "FAILED a/test_b.py::test_c[d(2, 2)] - assert [1] == [2]\nERROR e.py::test_f"
    found = [each.group(1, 2) for each in FAILED.finditer(out)]
    failed = ("a/test_b.py::test_c[d(2, 2)]", "assert [1] == [2]")
    assert found == [failed, ("e.py::test_f", None)]


def test_the_score_counts_what_is_killed_and_what_survives() -> None:
    outcomes = ("killed", "killed", "killed", "survived", "invalid", "equivalent")
    verdicts = {
        Mutant("caps", "sql/x.sql", no, no, "<", "<="): Verdict(outcome)
        for no, outcome in enumerate(outcomes)
    }
    lines = summary(verdicts).splitlines()
    assert "caps\t3\t4\t1\t1" in lines
    assert "score 75.0%" in lines
    assert lines[-1] == "survived: sql/x.sql:3 `<` → `<=`"
