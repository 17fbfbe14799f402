"""Versions are compared number by number; what is no version fulfils nothing."""

from __future__ import annotations

from tests.facts.world import World
from tests.spec.drawing import read_drawing

PARTS = {
    **{"12": [12], "12.0.0": [12], "0": [0], "0.0": [0], "10.20": [10, 20]},
    **{"575.51.03": [575, 51, 3], " v1.2 ": [1, 2], "": None, "12.": None},
    **{"unknown": None, "12.4rc1": None, "-1": None, "9" * 19: None, None: None},
}
#: Whether a version fulfils a requirement, where != is supported and where it is not.
COMPARISONS = """
    have    | requirement | supported | not
    12.3    | >=12.4      | no        | no
    12.4    | >=12.4      | yes       | yes
    12.5    | >=12.4      | yes       | yes
    12.3    | <=12.4      | yes       | yes
    12.4    | <=12.4      | yes       | yes
    12.5    | <=12.4      | no        | no
    12.4    | >12.4       | no        | no
    12.5    | >12.4       | yes       | yes
    12.3    | <12.4       | yes       | yes
    12.4    | <12.4       | no        | no
    12.0    | =12         | yes       | yes
    12.0    | ==12.0.0    | yes       | yes
    12.1    | ==12        | no        | no
    100     | >=99.5      | yes       | yes
    12.1    | !=12        | yes       | no
    12.0    | !=12        | no        | no
    unknown | !=12        | yes       | no
            | !=12        | yes       | no
    12      | !=twelve    | no        | no
    12      | =>12        | no        | no
    12      | 12          | no        | no
    12      | >=          | no        | no
    12      | >=twelve    | no        | no
"""


def test_parts() -> None:
    rows = World().database.rows
    assert {text: rows("select version_parts(?)", [text]) for text in PARTS} == {
        text: [(parts,)] for text, parts in PARTS.items()
    }


def test_comparisons() -> None:
    asks = (
        "select fulfils(version_parts($1), requirement_operator($2),"
        " version_parts(requirement_value($2)), $3)"
    )
    database = World().database
    for row in read_drawing(COMPARISONS):
        for column in ("supported", "not"):
            asked = [row["have"], row["requirement"], column == "supported"]
            assert database.rows(asks, asked) == [(row[column] == "yes",)], asked
