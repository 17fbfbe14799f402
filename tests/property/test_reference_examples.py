"""The worked examples of the specification, each in the profiles it is given for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.property.plain_world import GIB, QUEUE, decide, jobs, remote_input, reported
from tests.property.reference.parameters import Parameters
from tests.property.reference.site_model import SiteModel
from tests.property.reference.world import world_of
from tests.property.reference.zero_share import has_zero_share
from tests.property.world_parts.dice import NOW, Row, ago, arrow

PROFILES = ("page", "asrun")


@pytest.mark.parametrize(
    ("base", "ram", "unit", "cores", "asrun", "page"),
    [
        (500, 1750, "MBPerCore", 8, 13050, 13050),
        (0, 2222, "MBPerCore", 1, 1999, 1999),
        (0, 2223, "MBPerCore", 1, 2000, 2000),
        (0, 2224, "MBPerCore", 1, 2001, 2001),
        (500, 2000, "MB", 8, 1800, 14850),
    ],
)
def test_memory_need(
    base: int, ram: int, unit: str, cores: int, asrun: int, page: int
) -> None:
    task = {
        "base_ram_count": base,
        "ram_count": ram,
        "ram_unit": unit,
        "core_count": cores,
    }
    for profile, need in (("asrun", asrun), ("page", page)):
        for limit, reason in ((need - 1, "-lowmemory"), (need, None)):
            queue = {"core_count": cores, "max_rss": limit}
            assert reported(decide(profile, queue, task)) == reason
        for limit, reason in ((need + 1, "-highmemory"), (need, None)):
            queue = {"core_count": cores, "min_rss": limit}
            assert reported(decide(profile, queue, task)) == reason


def test_pseudo_queues() -> None:
    kinds: list[Row] = []
    for name, cores, most in (("SCORE", 1, 1), ("MCORE", 2, None)):
        for tail, low, high in (
            ("_LOMEM", None, 1000),
            ("", 1001, 2000),
            ("_HIMEM", 2001, 3000),
            ("_VHIMEM", 3001, None),
        ):
            kinds.append(
                {
                    "resource_name": name + tail,
                    "min_core": cores,
                    "max_core": most,
                    "min_ram_per_core": low,
                    "max_ram_per_core": high,
                }
            )
    queue = {**QUEUE, "capability": "ucore", "core_count": 8, "max_rss": 24000}
    tables = {
        "snapshot": arrow("snapshot", [{"snapshot_time": NOW}]),
        "queue": arrow("queue", [queue]),
        "resource_type": arrow("resource_type", kinds),
    }
    sites = SiteModel(world_of(tables), Parameters("asrun"))
    found = {
        child.name.split("/")[1]: (child.core_count, child.min_rss, child.max_rss)
        for child in sites.children["Q"]
    }
    assert found == {
        "SCORE_LOMEM": (1, 0, 1000),
        "SCORE": (1, 1001, 2000),
        "SCORE_HIMEM": (1, 2001, 3000),
        "SCORE_VHIMEM": (1, 3001, 3000),
        "MCORE_LOMEM": (8, 0, 8000),
        "MCORE": (8, 8001, 16000),
        "MCORE_HIMEM": (8, 16001, 24000),
        "MCORE_VHIMEM": (8, 24001, 24000),
    }


@pytest.mark.parametrize(
    ("output", "work", "is_direct", "asrun", "page"),
    [
        (500, 200, False, 7120, 6920),
        (500, 200, True, 2000, 1800),
        (3 * 1024, None, False, 8120, 8420),
        (3 * 1024, None, True, 3000, 3300),
    ],
)
def test_scratch_need(
    output: int, work: int | None, is_direct: bool, asrun: int, page: int
) -> None:
    task = {
        "out_disk_count": output,
        "out_disk_unit": "kBPerEvent",
        "work_disk_count": work,
        "work_disk_unit": "MB",
    }
    chunk = {"atom_n_events": 1000, "atom_size_bytes": 5 * GIB}
    source = -1 if is_direct else 0
    for profile, least in (("asrun", asrun), ("page", page + 1)):
        for size, reason in ((least - 1, "-disk"), (least, None)):
            queue = {"max_wdir": size, "max_input_size": source}
            assert reported(decide(profile, queue, task, chunk)) == reason


@pytest.mark.parametrize("profile", PROFILES)
def test_walltime(profile: str) -> None:
    queue = {"max_time": 345600, "core_count": 8, "core_power": 12.0}
    task = {
        "core_count": 8,
        "cpu_time": 2000,
        "cpu_efficiency": 90,
        "base_walltime": 60,
    }
    for events, reason in ((14927, None), (14928, "-shortwalltime")):
        outcome = decide(profile, queue, task, {"atom_n_events": events})
        assert reported(outcome) == reason


@pytest.mark.parametrize(
    ("seconds", "power", "asrun", "page"),
    [
        (86400, 12.0, None, None),
        (86400, 9.0, "-scout_walltime", None),
        (86399, 9.0, "-scout_walltime", "-scout_walltime"),
    ],
)
def test_scouts_need_a_day(
    seconds: int, power: float, asrun: str | None, page: str | None
) -> None:
    queue = {"max_time": seconds, "core_count": 8, "core_power": power}
    for profile, reason in (("asrun", asrun), ("page", page)):
        outcome = decide(profile, queue, {"core_count": 8}, {"use_scout": True})
        assert reported(outcome) == reason


@pytest.mark.parametrize(
    ("policy", "kind", "gshare", "priority", "merging", "refused"),
    [
        ("type=evgen:100%,type=simul:100%,type=any:0%", "simul", "MC", 1, False, False),
        ("type=evgen:100%,type=simul:100%,type=any:0%", "pile", "MC", 1, False, True),
        ("type=any:0%", "prod_test", "MC", 1, False, False),
        ("priority>400:0", "simul", "MC", 500, False, True),
        ("priority>400:0", "simul", "MC", 400, False, False),
        ("priority>400:0", "simul", "MC", 400, True, True),
        ("gshare=Express:100%,gshare=any:0%", "simul", "Express", 1, False, False),
        ("gshare=Express:100%,gshare=any:0%", "simul", "Express A", 1, False, True),
        ("type=evgen:100%", "pile", "MC", 1, False, False),
    ],
)
def test_zero_share(
    policy: str, kind: str, gshare: str, priority: int, merging: bool, refused: bool
) -> None:
    assert has_zero_share(policy, kind, None, gshare, priority, merging) is refused


@pytest.mark.parametrize(
    ("numbers", "asrun", "page"),
    [
        ({"running": 9, "activated": 18}, "+use", "+use"),
        ({"running": 9, "activated": 19}, "+use", "-cap"),
        ({"running": 9, "activated": 20}, "+use", "-cap"),
        ({"running": 9, "activated": 21}, "-cap", "-cap"),
        ({"running": 50, "activated": 100}, "+use", "+use"),
        ({"running": 50, "activated": 101}, "-cap", "-cap"),
        (
            {"running": 9, "activated": 10, "starting": 5, "defined": 4},
            "+use",
            "-cap",
        ),
        ({"running": 0, "activated": 1}, "+use", "-cap"),
    ],
)
def test_caps(numbers: Mapping[str, int], asrun: str, page: str) -> None:
    for profile, criterion in (("asrun", asrun), ("page", page)):
        outcome = decide(profile, tables={"job_stats": jobs(**numbers)})
        assert outcome.weighed["Q"][1] == criterion


@pytest.mark.parametrize(
    ("numbers", "is_local", "asrun", "page"),
    [
        ((99, 40, 30, 5, 5), True, 100 / 60, 100 / 60),
        ((99, 40, 30, 5, 5), False, 100 / 90 / 2, 100 / 90 / 2),
        ((99, 10, 50, 0, 0), False, 100 / 70 / 2 / 2, 100 / 70 / 2 / 2),
        ((9, 2, 3, 0, 0), False, 0.5 / 2, 10 / 15 / 1.5 / 2),
    ],
)
def test_initial_weight(
    numbers: tuple[int, ...], is_local: bool, asrun: float, page: float
) -> None:
    names = ("running", "activated", "assigned", "starting", "defined")
    tables = {} if is_local else remote_input(1)
    tables["job_stats"] = jobs(**dict(zip(names, numbers, strict=True)))
    for profile, weight in (("asrun", asrun), ("page", page)):
        # a hundred missing files halve the weight
        outcome = decide(profile, tables=tables)
        assert outcome.weighed["Q"][0] == pytest.approx(weight)


@pytest.mark.parametrize("profile", PROFILES)
def test_bootstrap(profile: str) -> None:
    for priority in (150, 151):
        outcome = decide(profile, task={"current_priority": priority})
        starts = profile == "asrun" and priority == 150
        assert outcome.weighed["Q"][0] == pytest.approx(0 if starts else 0.1)
        assert outcome.candidates[0].is_bootstrap is starts


def test_io_check_at_the_limits() -> None:
    # 100 files and 10 GiB are missing, both exactly at their limits
    tables = remote_input(GIB // 10)
    heavy = {"io_intensity": 300}
    assert reported(decide("asrun", task=heavy, tables=tables)) is None
    assert reported(decide("page", task=heavy, tables=tables)) == "-io"
    # too much is missing, but nobody has more: only the page insists
    tables = remote_input(GIB)
    assert reported(decide("asrun", task=heavy, tables=tables)) is None
    assert reported(decide("page", task=heavy, tables=tables)) == "-io"
    assert reported(decide("page", task={"io_intensity": 200}, tables=tables)) is None


@pytest.mark.parametrize("profile", PROFILES)
def test_reported_reason(profile: str) -> None:
    nucleus = {
        **QUEUE,
        "queue_name": "N",
        "site_name": "N",
        "role": "nucleus",
        "queue_order": 0,
    }
    queued = {
        "src_site": "S",
        "dst_site": "N",
        "key": "Production Output_queued",
        "value": 151.0,
        "ts": ago(minutes=1),
    }
    busy = [{**row, "disk_io_avg": 500.0} for row in jobs(running=1)]
    for limit, reason in ((1000, "-lowmemory"), (0, "-diskIO")):
        queue = {**QUEUE, "max_disk_io": 100, "max_rss": limit}
        tables = {
            "queue": [nucleus, queue],
            "network_metric": [queued],
            "job_stats": busy,
        }
        task = {"nucleus": "N", "disk_io": 500, "ram_count": 2000}
        outcome = decide(profile, task=task, tables=tables)
        assert outcome.rejected["Q"][0] == reason
        assert outcome.rejected["Q"][1][:2] == ("-link_unusable", "-diskIO")
