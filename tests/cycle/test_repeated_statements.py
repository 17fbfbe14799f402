"""What is run again is parsed once, and does the same each time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brokersql.core.database import Database, SqlError
from brokersql.core.parsed_texts import ParsedTexts

#: More often than it takes until a text is known.
TIMES = 4


@pytest.fixture
def database() -> Iterator[Database]:
    database = Database.open()
    yield database
    database.close()


def test_parameters_belong_to_the_last_statement_each_time(database: Database) -> None:
    for number in range(TIMES):
        database.run(
            "create or replace table held (n integer); insert into held values (?)",
            (number,),
        )
        assert database.rows("from held where n = ?", (number,)) == [(number,)]
        assert database.table("from held").to_pylist() == [{"n": number}]


def test_names_are_looked_up_each_time(database: Database) -> None:
    """Another connection, schema or type of a column is no other text."""
    text = "select a from held"
    for number, kind in enumerate(("integer", "varchar", "double", "boolean")):
        database.create_schema(f"s{number}")
        database.use_schemas((f"s{number}", "main"))
        database.run(f"create table held as select cast(1 as {kind}) as a")
        other = database.cursor()
        other.use_schemas((f"s{number}",))
        found = database.rows(text)
        assert found == other.rows(text) == database.rows(database.parsed(text))
        assert type(found[0][0]) is (int, str, float, bool)[number]


@pytest.mark.parametrize(
    "text", ["select 1 +", "from nowhere", "select 'x'::integer", "select 1; select"]
)
def test_a_faulty_text_fails_alike_each_time(text: str, database: Database) -> None:
    said: set[str] = set()
    for _ in range(TIMES):
        for ask in (database.run, database.rows, database.table):
            with pytest.raises(SqlError) as caught:
                ask(text)
            assert caught.value.statement == text
            said.add(caught.value.message)
    assert len(said) == 1


def test_the_columns_of_a_pivot_are_those_of_its_rows(database: Database) -> None:
    text = "pivot held on name using count(*)"
    for number in range(TIMES):
        database.run(f"create or replace table held as select 'n{number}' as name")
        assert database.rows(text) == [(1,)]
        assert database.records(text) == [{f"n{number}": 1}]


def test_variables_are_set_when_they_are_others(database: Database) -> None:
    for value in ("1", "2", "2", "1"):
        database.set_variables({"a": value, "b": "'x'"})
        assert database.rows("select getvariable('a')") == [(int(value),)]
    with pytest.raises(SqlError):
        database.set_variables({"a": "3", "c": "no literal"})
    database.set_variables({"a": "1"})
    assert database.rows("select getvariable('a')") == [(1,)]


def test_texts_that_were_not_used_for_longest_make_room() -> None:
    texts, parsed = ParsedTexts[str](most_characters=4), list[str]()

    def parse(text: str) -> list[str]:
        parsed.append(text)
        return [text.upper()]

    for text in ("aa", "aa", "bb", "bb", "aa", "cc", "cc", "aa", "bb"):
        texts.script(text, parse)
    assert parsed == ["aa", "bb", "cc", "bb"]
