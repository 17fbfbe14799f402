"""The worked examples that whole worlds take, and the text that the page prints."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import pytest

from brokersql.core.database import Database
from brokersql.cycle import Options, run_cycle
from brokersql.snapshot import Snapshot, contract
from tests.conformance.dirac_scenario import NOW, SETUP, Row, play, table
from tests.spec.check import Spec, by_profile

#: What both instances of the example say.
SLICES = """\
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
"""
#: The example of the priority page, as it stands there.
CFG = """ShareCorrections
 {
   ShareCorrectorsToStart = WMSHistory
   WMSHistory
   {
     GroupsInstance
     {
       SLICES
     }
     lhcb_userInstance
     {
       Group = lhcb_user
       SLICES
     }
   }
 }
""".replace("       SLICES\n", SLICES)


def test_the_text_of_the_page_loads_as_it_stands() -> None:
    """Two instances: between groups, and between the users of lhcb_user. Between groups
    3 : 1 ran where shares are equal: 1/2 / 3/4 of a week is 2/3, and the same of the
    hour; the other group has 2, its maximum of the week and of the hour."""
    path = f"/Operations/lhcb/{SETUP}/JobScheduling"
    job: Row = {"setup": SETUP, "cpu_time": 400}
    week: Row = {"bucket_start": NOW - timedelta(days=7), "bucket_end": NOW}
    world: dict[str, list[Row]] = {"dirac_cfg": [{"path": path, "content": CFG}]}
    world |= {"dirac_job": [], "dirac_running_history": []}
    for n, group, user, n_jobs in (
        (1, "lhcb_user", "ann", 60.0),
        (2, "lhcb_user", "bob", 15.0),
        (3, "lhcb", "cat", 25.0),
    ):
        waits = {"job_id": n, "owner_group": group, "owner": user}
        ran = {"group_name": group, "user_name": user, "n_jobs": n_jobs}
        world["dirac_job"].append(job | waits)
        world["dirac_running_history"].append(week | ran | {"status": "Running"})
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


def near(chances: Mapping[int, float], within: float = 1e-5) -> Mapping[int, object]:
    """Return what equals chances that are printed with five digits."""
    return {tq_id: pytest.approx(it, abs=within) for tq_id, it in chances.items()}


def test_groups_compete(spec: Spec) -> None:
    """E20: users of two groups, and a group that shares with two kinds of jobs."""
    page = {1: 0.14851, 2: 0.14851, 3: 0.44687, 4: 0.10759, 5: 0.14851}
    code = {1: 0.08578, 2: 0.08578, 3: 0.60910, 4: 0.13356, 5: 0.08578}
    modern = {1: 0.09383, 2: 0.09383, 3: 0.35926, 4: 0.35926, 5: 0.09383}
    spec.check_cycle(
        "draw_chance",
        ("seq", "tq_id"),
        "chance",
        dirac_job="""
            job_id | owner_group | owner | platforms
            1      | user        | ann   |
            2      | user        | ann   |
            3      | user        | ann   |
            4      | user        | ann   |
            5      | user        | bob   |
            6      | user        | bob   |
            7      | prod        | cat   |
            8      | prod        | cat   |
            9      | prod        | cat   |
            10     | prod        | dan   | [x]
            11     | admin       | eve   |
        """,
        dirac_group="group_name: user | prod | admin, job_share: 1000 | 3000 | 500, "
        "job_sharing: false | true | false",
        dirac_pilot="seq: 1, cpu_time: 2000, platform: [x]",
        expected=by_profile(
            {1: near(page)}, dirac2009={1: near(code)}, modern={1: near(modern)}
        ),
    )


def test_one_job_of_a_million() -> None:
    """A hundred kinds of 10,000 jobs each: one of the ten oldest of a fitting kind."""
    database = Database.open(threads=1)
    database.run(contract.ddl("dirac_job"))
    columns = "job_id, owner, owner_group, setup, cpu_time, sites"
    values = "n, 'u' || n % 10, 'g', 'P', 4000, ['s' || n % 100 // 10, 'x']"
    database.run(
        f"insert into dirac_job ({columns}) select {values} from range(1000000) as t(n)"
    )
    pilot: Row = {"seq": 1, "setup": "P", "cpu_time": 5000, "site": ["s7"]}
    world = {
        "snapshot": table("snapshot", [{"snapshot_id": "s", "snapshot_time": NOW}]),
        "dirac_pilot": table("dirac_pilot", [pilot]),
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
