"""`table:key.column=value`: another value in one row of a loaded snapshot."""

from __future__ import annotations

from contextlib import closing

import pytest

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.snapshot import Snapshot, parse_change
from tests.snapshot.build import Rows, world


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    queues: Rows = [
        {"queue_name": "UK.LT2", "max_rss": 2000, "status": "online"},
        {"queue_name": "it's", "status": "test"},
    ]
    jobs: Rows = [{"queue_name": "UK.LT2", "n_jobs": 3}]
    return Snapshot.open(world(queue=queues, job_stats=jobs))


def value(snapshot: Snapshot, change: str, query: str) -> object:
    with closing(Database.open()) as database:
        snapshot.changed([parse_change(change)]).load_into(database)
        return database.rows(query)[0][0]


@pytest.mark.parametrize(
    ("change", "query", "found"),
    [
        ("queue:UK.LT2.max_rss=64000", "select sum(max_rss) from queue", 64000),
        ("queue:it's.max_rss=0", "select count(max_rss) from queue", 2),
        ("queue:UK.LT2.max_rss=NULL", "select count(max_rss) from queue", 0),
        ("queue:it's.status=a.b=c", "select max(status) from queue", "online"),
        ("queue:it's.status=a.b=c", "select min(status) from queue", "a.b=c"),
        (
            "queue:UK.LT2.direct_access_lan=true",
            "select bool_or(direct_access_lan) from queue",
            True,
        ),
        (
            "queue:UK.LT2.releases=[A, B]",
            "select max(releases) from queue",
            ["A", "B"],
        ),
        (
            "network_metric:BNL, CERN, AGIS_closeness.value=-1",
            "select value from network_metric",
            -1.0,
        ),
        (
            "snapshot:s1.snapshot_time=2026-11-23",
            "select snapshot_time::date::varchar from snapshot",
            "2026-11-23",
        ),
    ],
)
def test_one_value_changes(
    snapshot: Snapshot, change: str, query: str, found: object
) -> None:
    assert value(snapshot, change, query) == found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("max_rss=1", "--update max_rss=1 is no change"),
        ("queu:UK.LT2.max_rss=1", "no table queu\n  did you mean queue"),
        ("queue:UK.LT2", "names no column"),
        ("queue:UK.LT2.max_rs=1", "no column queue.max_rs\n  did you mean queue.max_r"),
        ("queue:UK.LT2.queue_name=X", "queue.queue_name is the key of its row"),
        ("queue:UK.LT2.max_rss=8.5", "8.5 is no BIGINT\n  queue.max_rss takes a whole"),
        ("queue:UK.LT2.max_rss=-1", "is beyond its range\n  max_rss between 0 and"),
        ("queue:UK.LT2.direct_access_lan=x", "x is no BOOLEAN"),
        ("queue:UK.LT2.params={", "{ is no JSON"),
        ("queue:UK.LT1.max_rss=1", "queue has no row UK.LT1\n  did you mean UK.LT2?"),
        ("queue:A,B.max_rss=1", "queue has no row A,B"),
        ("network_metric:A,B.value=1", "names no row\n  the key of network_metric is"),
        ("job_stats:A.n_jobs=1", "the rows of job_stats have no key"),
    ],
)
def test_what_cannot_be_changed(snapshot: Snapshot, change: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        value(snapshot, change, "select 1")
    assert said in str(caught.value)
    assert len(caught.value.lines()) <= 3


def test_the_snapshot_itself_stays_as_it_is(snapshot: Snapshot) -> None:
    other = snapshot.changed([parse_change("queue:UK.LT2.max_rss=1")])
    assert other.content_hash != snapshot.content_hash
    again = other.changed([parse_change("queue:UK.LT2.max_rss=2000")])
    assert again.content_hash == snapshot.content_hash
    assert [str(each) for each in again.changes] == [
        "queue:UK.LT2.max_rss=1",
        "queue:UK.LT2.max_rss=2000",
    ]


def test_a_word_that_no_vocabulary_knows_is_named(snapshot: Snapshot) -> None:
    known = "online, offline, test, brokeroff, standby, paused"
    change = parse_change("queue:it's.status=ofline")
    script = "update queue set status = 'ofline' where queue_name = 'it''s'"
    for other in (snapshot.changed([change]), snapshot.rewritten([script])):
        (told,) = (it for it in other.report.violations if it.kind == "unknown_value")
        assert (told.severity, told.keys) == ("warning", ("it's",))
        assert told.message == (
            f"queue.status is none of {known}: 1 row ('ofline' in it's); did you mean "
            "offline or online?"
        )
    back = parse_change("queue:it's.status=test")
    found = snapshot.changed([change, back]).report.violations
    assert "unknown_value" not in {it.kind for it in found}


def test_a_time_without_end_is_refused(snapshot: Snapshot) -> None:
    change = "task:1.frozen_time=infinity"
    with pytest.raises(UsageError, match="--update leaves rows that the contract"):
        value(snapshot, change, "select 1")
