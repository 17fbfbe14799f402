"""T-SEC-1: no text by hand changes anything or reads beyond the file; two layers."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from brokersql.core.database import Database, SqlError
from brokersql.sandbox import Refused, Sandbox
from tests.sandbox.probes import PROBES, Probe


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.text[:40])
def test_the_sandbox_refuses_every_probe(probe: Probe, sandbox: Sandbox) -> None:
    with pytest.raises(Refused) as refused:
        sandbox.ask(probe.text)
    if probe.gate:
        assert refused.value.message.startswith(probe.gate)
        assert refused.value.duckdb_message == ""
    else:
        assert refused.value.duckdb_message.startswith(f"{probe.seal} Error")
    assert "root:" not in str(refused.value)


def test_a_sealed_connection_alone_refuses_what_reaches_out(file: Path) -> None:
    """The second layer: what a hole in the gate would meet."""
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    said: dict[str, str] = {}
    for probe in PROBES:
        database = Database.open(file, read_only=True)
        database.seal(settable=())
        try:
            database.run(probe.text)
            said[probe.text] = ""
        except SqlError as error:
            said[probe.text] = str(error).split(" ")[0]
        finally:
            database.close()
    assert said == {probe.text: probe.seal for probe in PROBES}
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before


@pytest.mark.parametrize(
    "text",
    [
        "from queue",
        "select two from two;",
        "with x as (from queue) select queue_no from x",
        "select 1 union all select 2 order by 1",
        "values (1), (2)",
        "describe queue",
        "summarize queue",
        "show tables",
        "explain from queue",
        "explain analyze select * from two",
        "(select 1)",
        "select 1; -- a comment is no statement",
        "select * exclude (queue_no), 1 as x from queue qualify rank() over () = 1",
        "select 'drop table queue; insert into queue' as harmless -- update",
        "from duckdb_columns() select column_name",
    ],
)
def test_queries_pass(text: str, sandbox: Sandbox) -> None:
    assert sandbox.ask(text).num_columns


def test_what_a_query_names(sandbox: Sandbox) -> None:
    named = sandbox.read(
        "explain with a as (from panda_job.Memory) select due(x) from a join Queue on 1"
    )
    assert set(named.tables) == {("", "a"), ("panda_job", "memory"), ("", "queue")}
    assert named.functions == ("due",)


def test_names_are_looked_up_in_the_schemas_in_turn(sandbox: Sandbox) -> None:
    table = sandbox.ask("select two, queue_no from two cross join queue")
    assert table.to_pylist() == [{"two": 2, "queue_no": 1}]


def test_a_second_reader_that_cannot_follow_is_a_refusal(sandbox: Sandbox) -> None:
    with pytest.raises(Refused, match="the second parser cannot follow"):
        sandbox.ask("select x'00'::blob")
    with pytest.raises(Refused, match="a lambda is written lambda x: x"):
        sandbox.ask("select apply(range(9), x -> x)")
    with pytest.raises(Refused):
        sandbox.ask("select " + "(" * 5000 + "1" + ")" * 5000)
    with pytest.raises(Refused, match="characters"):
        sandbox.ask(f"select '{'x' * 300_000}'")
    assert sandbox.ask("select 1 as one").num_rows == 1
