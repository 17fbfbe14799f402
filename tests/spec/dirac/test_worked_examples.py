"""The worked examples that whole worlds take, and the text that the page prints."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

import pytest

from brokersql.core.database import Database
from brokersql.cycle import Options, run_cycle
from brokersql.snapshot import Snapshot, contract
from tests.conformance.dirac_scenario import NOW, SETUP, Row, play, table

#: The example of the priority page, as it stands there.
CFG = """ShareCorrections
 {
   ShareCorrectorsToStart = WMSHistory
   WMSHistory
   {
     GroupsInstance
     {
       MaxGlobalCorrectionFactor = 3
       WeekSlice
       {
         TimeSpan = 604800
         Weight = 80
         MaxCorrection = 2
       }
       HourSlice
       {
         TimeSpan = 3600
         Weight = 20
         MaxCorrection = 5
       }
     }
     lhcb_userInstance
     {
       Group = lhcb_user
       MaxGlobalCorrectionFactor = 3
       WeekSlice
       {
         TimeSpan = 604800
         Weight = 80
         MaxCorrection = 2
       }
       HourSlice
       {
         TimeSpan = 3600
         Weight = 20
         MaxCorrection = 5
       }
     }
   }
 }
"""


def ran(group: str, user: str, n_jobs: float) -> Row:
    """Return what ran of a user over the whole week."""
    week = {"bucket_start": NOW - timedelta(days=7), "bucket_end": NOW}
    who = {"group_name": group, "user_name": user}
    return {**week, **who, "status": "Running", "n_jobs": n_jobs}


def jobs(*owners: tuple[str, str]) -> list[Row]:
    """Return one job of 400 s for each group and owner."""
    return [
        {
            "job_id": n,
            "owner_group": group,
            "owner": owner,
            "setup": SETUP,
            "cpu_time": 400,
        }
        for n, (group, owner) in enumerate(owners, start=1)
    ]


def test_the_text_of_the_page_loads_as_it_stands() -> None:
    """Two instances: between groups, and between the users of lhcb_user.

    Between groups 3 : 1 ran where shares are equal: 1/2 / 3/4 of a week is 2/3, and the
    same of the hour; the other group has 2, its maximum of the week and of the hour.
    """
    path = f"/Operations/lhcb/{SETUP}/JobScheduling"
    world: dict[str, list[Row]] = {
        "dirac_cfg": [{"path": path, "content": CFG}],
        "dirac_job": jobs(("lhcb_user", "ann"), ("lhcb_user", "bob"), ("lhcb", "cat")),
        "dirac_running_history": [
            ran("lhcb_user", "ann", 60.0),
            ran("lhcb_user", "bob", 15.0),
            ran("lhcb", "cat", 25.0),
        ],
    }
    database = play(world, "page")
    found = {
        (row["scope"], row["entity"]): row["factor"]
        for row in database.table("from share_correction").to_pylist()
    }
    assert found == {
        ("", "lhcb"): pytest.approx(2.0),
        ("", "lhcb_user"): pytest.approx(2 / 3),
        ("lhcb", "cat"): pytest.approx(1.0),
        ("lhcb_user", "ann"): pytest.approx(0.625),
        ("lhcb_user", "bob"): pytest.approx(0.8 * 2 + 0.2 * 2.5),
    }
    shares = database.table("from share_entity order by entity_owner").to_pylist()
    by_owner = {row["entity_owner"]: row["share"] for row in shares}
    assert by_owner["ann"] == pytest.approx(1000 * 2 / 3 / 2 * 0.625)
    assert database.rows("from setting_remark") == []
    spans = database.rows(
        "select slice, time_span_s, fraction, max_correction from corrector_slice "
        "where scope = 'lhcb_user' order by slice"
    )
    assert spans == [("HourSlice", 3600.0, 0.2, 5.0), ("WeekSlice", 604800.0, 0.8, 2.0)]


@pytest.mark.parametrize(
    ("profile", "anywhere", "at_s1"),
    [
        ("page", {5: 1.0}, {3: 0.03125, 4: 0.96875}),
        ("dirac2009", {5: 1.0}, {3: 0.125, 4: 0.875}),
        ("modern", None, {1: 0.10547, 2: 0.10547, 3: 0.10547, 4: 0.68359}),
    ],
)
def test_the_longest_jobs_first(
    profile: str, anywhere: dict[int, float] | None, at_s1: dict[int, float]
) -> None:
    """E3: of what fits the highest CPU segment alone, in modern all of it."""
    owners = [("user", "ann")] * 3 + [("user", "bob"), ("user", "ann")]
    waiting = jobs(*owners)
    for job, cpu_time in zip(waiting, (400, 4000, 40000, 40000, 250000), strict=True):
        job["cpu_time"] = cpu_time
    waiting[4]["sites"] = ["S9"]
    pilot: Row = {"setup": SETUP, "cpu_time": 300000}
    pilots = [{**pilot, "seq": 1}, {**pilot, "seq": 2, "site": ["S1"]}]
    group: Row = {"group_name": "user", "job_share": 1000.0}
    world = {"dirac_job": waiting, "dirac_group": [group], "dirac_pilot": pilots}
    database = play(world, profile)

    def chances(seq: int) -> dict[object, object]:
        """Return the chance of each task queue that a pilot may get."""
        query = "select tq_id, chance from draw_chance where seq = ? and chance > 0"
        return {tq_id: chance for tq_id, chance in database.rows(query, (seq,))}

    assert anywhere is None or chances(1) == pytest.approx(anywhere)
    assert chances(2) == pytest.approx(at_s1, abs=1e-5)


def fitting(waiting: list[Row], requests: list[Row], profile: str) -> list[list[int]]:
    """Return the task queues that fit each request."""
    usual: Row = {"setup": SETUP, "cpu_time": 5000}
    pilots = [{**usual, "seq": n, **each} for n, each in enumerate(requests)]
    database = play({"dirac_job": waiting, "dirac_pilot": pilots}, profile)
    query = "select list(tq_id order by tq_id) from survivor where seq = ?"
    found = [database.rows(query, (n,))[0][0] for n in range(len(requests))]
    return [list(cast(list[int], each or [])) for each in found]


@pytest.mark.parametrize(
    ("profile", "without"),
    [("page", [3]), ("dirac2009", [1, 2, 3, 4]), ("modern", [1, 2, 3, 4])],
)
def test_computing_elements(profile: str, without: list[int]) -> None:
    """E11: a request without a CE gets no job that requires one; in the code any."""
    waiting = jobs(*[("user", "ann")] * 4)
    waiting[0]["grid_ces"] = ["ce1"]
    waiting[1]["grid_ces"] = ["ce1", "ce2"]
    waiting[3] |= {"grid_ces": ["ce2"], "sites": ["A"]}
    asked = [("A", "ce1"), ("A", "ce2"), ("A", "ce3"), ("B", "ce2")]
    requests: list[Row] = [{"site": [site], "grid_ce": [ce]} for site, ce in asked]
    found = fitting(waiting, [*requests, {}], profile)
    assert found == [[1, 2, 3], [2, 3, 4], [3], [2, 3], without]


def test_tags() -> None:
    """E13: a tag that is asked for has to be offered, and a required one asked for."""
    waiting = jobs(*[("user", "ann")] * 3)
    waiting[1]["tags"] = ["MultiProcessor"]
    waiting[2]["tags"] = ["MultiProcessor", "GPU"]
    both, one = ["MultiProcessor", "GPU"], ["MultiProcessor"]
    requests: list[Row] = [
        {},
        {"tag": both},
        {"tag": both, "required_tag": one},
        {"required_tag": one},
    ]
    assert fitting(waiting, requests, "modern") == [[1], [1, 2, 3], [2, 3], []]


@pytest.mark.parametrize(
    ("profile", "chances"),
    [
        ("page", [0.14851, 0.14851, 0.44687, 0.10759, 0.14851]),
        ("dirac2009", [0.08578, 0.08578, 0.60910, 0.13356, 0.08578]),
        ("modern", [0.09383, 0.09383, 0.35926, 0.35926, 0.09383]),
    ],
)
def test_groups_compete(profile: str, chances: list[float]) -> None:
    """E20: users of two groups, and a group that shares with two kinds of jobs."""
    owners = [("user", "ann")] * 4 + [("user", "bob")] * 2 + [("prod", "cat")] * 3
    waiting = jobs(*owners, ("prod", "dan"), ("admin", "eve"))
    waiting[9]["platforms"] = ["x"]
    groups: list[Row] = [
        {"group_name": "user", "job_share": 1000.0},
        {"group_name": "prod", "job_share": 3000.0, "job_sharing": True},
        {"group_name": "admin", "job_share": 500.0},
    ]
    pilot: Row = {"seq": 1, "setup": SETUP, "cpu_time": 2000, "platform": ["x"]}
    pilots = [pilot]
    world = {"dirac_job": waiting, "dirac_group": groups, "dirac_pilot": pilots}
    database = play(world, profile)
    found = database.rows("select chance from draw_chance order by tq_id")
    assert [chance for (chance,) in found] == pytest.approx(chances, abs=1e-5)


def test_a_task_queue_that_does_not_fit_changes_no_chance() -> None:
    """And neither does the size of all shares, or the order of rows."""
    groups: list[Row] = [
        {"group_name": "a", "job_share": 10.0},
        {"group_name": "b", "job_share": 30.0},
    ]
    pilots: list[Row] = [{"seq": 1, "setup": SETUP, "cpu_time": 500}]
    waiting = jobs(("a", "ann"), ("b", "bob"))
    other = {**waiting[0], "job_id": 9, "owner_group": "c", "sites": ["X"]}

    def chances(jobs: list[Row], factor: float) -> list[object]:
        """Return the chances of the first task queues."""
        shares = [
            {**row, "job_share": factor * float(str(row["job_share"]))}
            for row in groups
        ]
        made = {"dirac_job": jobs, "dirac_group": shares, "dirac_pilot": pilots}
        pilots[0]["site"] = ["Y"]
        database = play(made, "page")
        query = "select chance from draw_chance order by tq_id"
        return [row[0] for row in database.rows(query)]

    usual = chances(waiting, 1)
    assert usual == pytest.approx([10 / 60, 1 - 10 / 60])
    assert chances([*waiting, other], 1) == usual
    assert chances(waiting[::-1], 1) == usual
    assert chances(waiting, 8) == pytest.approx(usual)


def test_one_job_of_a_million() -> None:
    """A hundred kinds of 10,000 jobs each: one of the ten oldest of a fitting kind."""
    database = Database.open(threads=1)
    database.run(contract.ddl("dirac_job"))
    columns = "job_id, owner, owner_group, setup, cpu_time, sites"
    values = "n, 'u' || n % 10, 'g', 'P', 4000, ['s' || n % 100 // 10, 'x']"
    database.run(
        f"insert into dirac_job ({columns}) select {values} from range(1000000) as t(n)"
    )
    pilots: list[Row] = [{"seq": 1, "setup": "P", "cpu_time": 5000, "site": ["s7"]}]
    world = {
        "snapshot": table("snapshot", [{"snapshot_id": "s", "snapshot_time": NOW}]),
        "dirac_pilot": table("dirac_pilot", pilots),
        "dirac_job": database.table("from dirac_job"),
    }
    cycle = run_cycle(Snapshot.open(world), "dirac", Options(threads=1))
    assert cycle.database.count("waiting_job") == 1_000_000
    assert set(cycle.table("task_queue")["n_jobs"].to_pylist()) == {10_000}
    assert cycle.database.count("task_queue") == 100
    (match,) = cycle.table("match").to_pylist()
    assert match["n_eligible"] == 10
    assert match["job_id"] % 100 // 10 == 7
    assert match["job_id"] < 10 * 100
