"""T-FZ-7: however a statement is dressed up, the gate lets only queries through."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from brokersql.core.database import Database, SqlError
from brokersql.sandbox.child import GateError, check_query

HARMFUL = (
    "insert into queue values (1)",
    "insert into queue (queue_no) select 2 returning *",
    "delete from queue where true",
    "delete from queue where true returning queue_no",
    "update queue set queue_no = 2 returning *",
    "merge into queue using queue as b on true when matched then delete",
    "truncate table queue",
    "drop table if exists queue",
    "alter table queue rename to q",
    "create table x as select 1",
    "create or replace view x as select 1",
    "create macro f(a) as a",
    "copy queue to 'x.csv'",
    "copy (select 1) to 'x.csv'",
    "attach 'x.db'",
    "detach database x",
    "force install httpfs from 'x'",
    "load 'httpfs'",
    "set threads = 1",
    "reset global threads",
    "set variable a = 1",
    "pragma threads = 4",
    "call pragma_version()",
    "use memory.main",
    "vacuum analyze queue",
    "force checkpoint memory",
    "begin transaction read only",
    "prepare p as select 1",
    "execute p(1)",
    "export database 'x'",
    "comment on table queue is 'x'",
    "from read_csv('x')",
    "from read_text('x')",
    "from query('from queue')",
    "select getenv('x')",
    "select current_setting('threads')",
)
#: None is one or two plain words: those could be a name and its alias.
#: What a harmful text is dressed up with; `{}` is its place.
DRESS = (
    "{}",
    "{};",
    ";{}",
    " /* select */ {}",
    "-- select\n{}",
    "explain {}",
    "explain analyze {}",
    "EXPLAIN ( ANALYZE ) {}",
    "({})",
    "from ({})",
    "with a as ({}) from a",
    "with a as materialized ({}) select * from a, queue",
    "select * from queue where queue_no in ({})",
    "select ({})",
    "select 1 union all {}",
    "{} union all select 1",
    "select 1; {}",
    "{}; select 1",
    "describe {}",
    "summarize {}",
    "with recursive a(x) as (select 1 union all ({})) from a",
    "select * from (with b as ({}) from b)",
)


@pytest.fixture(scope="module")
def database() -> Database:
    opened = Database.open()
    opened.run("create table queue as select 1 as queue_no")
    return opened


@settings(max_examples=1200)
@given(
    text=st.sampled_from(HARMFUL),
    inner=st.sampled_from(DRESS),
    outer=st.sampled_from(DRESS),
    swaps_case=st.booleans(),
)
@example(text=HARMFUL[0], inner="with a as ({}) from a", outer="{}", swaps_case=False)
def test_only_queries_pass(
    text: str, inner: str, outer: str, swaps_case: bool, database: Database
) -> None:
    dressed = outer.format(inner.format(text.swapcase() if swaps_case else text))
    with pytest.raises((GateError, SqlError)):
        check_query(database, dressed)
