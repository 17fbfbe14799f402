"""Statements side by side: each after those it needs, and one error for the user."""

from __future__ import annotations

import pytest

from brokersql.compiler import Statement
from brokersql.core.database import Database, SqlError
from brokersql.cycle.connection_pool import ConnectionPool

N_THREADS = (1, 2, 4)


def run(connection: Database, statement: Statement) -> None:
    connection.run(statement.sql)


def made(name: str, query: str) -> Statement:
    return Statement(name, f"create table {name} as {query}")


def pool(n_threads: int) -> ConnectionPool:
    return ConnectionPool(
        Database.open(threads=n_threads),
        n_threads,
        lambda connection: connection.set_variables({"start": "40"}),
    )


@pytest.mark.parametrize("n_threads", N_THREADS)
def test_a_statement_waits_for_those_it_reads(n_threads: int) -> None:
    """A long one is waited for, whatever else is ready."""
    together = pool(n_threads)
    together.database.set_variables({"start": "40"})
    slow = made("slow", "select sum(range) as n from range(3000000)")
    chain = [made("chain_0", "select getvariable('start') as n")]
    chain += [
        made(f"chain_{number}", f"select n + 1 as n from chain_{number - 1}")
        for number in range(1, 20)
    ]
    query = "select slow.n > 0 and chain_19.n = 59 as is_right from slow, chain_19"
    last = made("last", query)
    waits = [set[int](), set[int](), *({number} for number in range(1, 20)), {0, 20}]
    together.run([slow, *chain, last], waits, run)
    assert together.database.rows("select is_right from last") == [(True,)]
    together.close()


@pytest.mark.parametrize("n_threads", N_THREADS)
def test_the_first_failing_statement_is_told_and_ends_the_rest(n_threads: int) -> None:
    together = pool(n_threads)
    fine, wrong = made("fine", "select 1 as n"), made("wrong", "from nowhere")
    later = made("later", "select 2 as n from wrong")
    with pytest.raises(SqlError, match="nowhere"):
        together.run([fine, wrong, later], [set(), {0}, {1}], run)
    assert not together.database.has("later")
    together.close()
    assert together.database.rows("select n from fine") == [(1,)]


def test_each_job_has_a_connection_that_was_made_ready() -> None:
    together = pool(3)
    together.database.set_variables({"start": "41"})
    found: list[object] = []

    def job(connection: Database) -> None:
        found.extend(connection.rows("select getvariable('start')")[0])

    together.share([job, job, job])
    assert sorted(map(str, found)) == ["40", "40", "41"]
    together.close()


@pytest.mark.parametrize("n_threads", N_THREADS)
def test_questions_are_answered_beside_others(n_threads: int) -> None:
    """An error is that of the question, whoever answers; others are answered."""
    together = pool(n_threads)
    together.database.set_variables({"start": "40"})
    with together.background() as other:
        fine = other.ask(lambda it: it.rows("select getvariable('start')"))
        wrong = other.ask(lambda it: it.rows("from nowhere"))
        last = other.ask(lambda it: it.rows("select 2"))
    assert (fine.result(), last.result()) == ([(40,)], [(2,)])
    with pytest.raises(SqlError, match="nowhere"):
        wrong.result()
    together.close()


def test_a_connection_that_could_not_be_set_up_is_not_used() -> None:
    """The next question gets one that is."""
    failures = [SqlError("full disk", "set")]

    def prepare(connection: Database) -> None:
        if failures:
            raise failures.pop()
        connection.set_variables({"start": "40"})

    together = ConnectionPool(Database.open(threads=2), 2, prepare)
    with pytest.raises(SqlError, match="full disk"), together.background():
        pass
    query = "select getvariable('start')"
    with together.background() as other:
        assert other.ask(lambda it: it.rows(query)).result() == [(40,)]
    together.close()
