"""Versions are compared number by number; what is no version fulfils nothing."""

from __future__ import annotations

import pytest

from tests.facts.world import World


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12", [12]),
        ("12.0.0", [12]),
        ("0", [0]),
        ("0.0", [0]),
        ("10.20", [10, 20]),
        ("575.51.03", [575, 51, 3]),
        (" v1.2 ", [1, 2]),
        ("", None),
        ("12.", None),
        ("unknown", None),
        ("12.4rc1", None),
        ("-1", None),
        ("9" * 19, None),
        (None, None),
    ],
)
def test_parts(world: World, text: str | None, parts: list[int] | None) -> None:
    assert world.database.rows("select version_parts(?)", [text]) == [(parts,)]


@pytest.mark.parametrize(
    ("have", "requirement", "ne_supported", "expected"),
    [
        ("12.3", ">=12.4", False, False),
        ("12.4", ">=12.4", False, True),
        ("12.5", ">=12.4", False, True),
        ("12.3", "<=12.4", False, True),
        ("12.4", "<=12.4", False, True),
        ("12.5", "<=12.4", False, False),
        ("12.4", ">12.4", False, False),
        ("12.5", ">12.4", False, True),
        ("12.3", "<12.4", False, True),
        ("12.4", "<12.4", False, False),
        ("12.0", "=12", False, True),
        ("12.0", "==12.0.0", False, True),
        ("12.1", "==12", False, False),
        ("100", ">=99.5", False, True),
        ("12.1", "!=12", False, False),
        ("12.1", "!=12", True, True),
        ("12.0", "!=12", True, False),
        ("unknown", "!=12", True, True),
        (None, "!=12", True, True),
        (None, "!=12", False, False),
        ("12", "!=twelve", True, False),
        ("12", "=>12", True, False),
        ("12", "12", True, False),
        ("12", ">=", True, False),
        ("12", ">=twelve", True, False),
    ],
)
def test_comparisons(
    world: World, have: str | None, requirement: str, ne_supported: bool, expected: bool
) -> None:
    found = world.database.rows(
        "select fulfils(version_parts($1), requirement_operator($2),"
        " version_parts(requirement_value($2)), $3)",
        [have, requirement, ne_supported],
    )
    assert found == [(expected,)]
