"""Users of a random world: their jobs, quotas and evaluations, and starts of jobs."""

from __future__ import annotations

from datetime import datetime

from tests.property.world_parts.dice import NOW, Dice, Row, Tables, ago
from tests.property.world_parts.load import RESOURCE_QUEUE
from tests.typed_rows import cells

USERS = ("Jane", "Joe", "Ann")
GROUP = "perf-jets"
HPC = cells("queue_id queue_name queue_function", RESOURCE_QUEUE, "hpc", "Resource")
USES = (0.5, 0.9, 0.91, 0.95, 0.96, 1.0, 1.01, 2.0, 2.5, None)
SHARES = ("User Analysis", "Express Analysis", "Group Analysis")


def account(user: str) -> str:
    """Return the Rucio account of a user."""
    return f"/CN={user}"


def make_users(
    dice: Dice, share: str, queues: list[Row], endpoints: list[Row], tasks: list[Row]
) -> Tables:
    """Return the tables about users; most rows are about the share of the tasks."""
    names = [str(row["queue_name"]) for row in queues]
    places = [str(row["ddm_endpoint_name"]) for row in endpoints]
    return {
        "user_job_stats": [
            row for name in names for row in make_user_jobs(dice, name, share)
        ],
        "account_usage": make_quotas(dice, places),
        "evaluation": make_evaluations(dice, names, tasks),
        "queue_start_rate": [row for name in names for row in make_starts(dice, name)],
        "work_queue": [HPC, *make_shares(dice)],
    }


def make_user_jobs(dice: Dice, queue: str, share: str) -> list[Row]:
    """Return the jobs of users at a queue."""
    return [
        {
            "queue_name": queue,
            "gshare": dice.pick("users", share, share, *SHARES),
            "prod_user_name": user,
            "working_group": dice.pick("users", None, None, GROUP),
            "prod_source_label": dice.pick("users", "user", "user", "panda"),
            "is_pmerge": dice.pick("users", False, False, True, None),
            "job_status": status,
            "n_jobs": number,
            "n_cores": dice.pick("caps", number, 8 * number, None),
        }
        for user in USERS
        if dice.pick("users", dice.chance(40), True, False)
        for status in ("running", "activated", "starting", "defined", "throttled")
        if not dice.chance(40)
        for number in [dice.choice((1, 2, 5, 10, 11))]
    ]


def make_quotas(dice: Dice, places: list[str]) -> list[Row]:
    """Return quotas at, above and below their limits."""
    return [
        {
            "account": owner,
            "quota_kind": kind,
            "rse": rse,
            "bytes": dice.pick("quota", 50, 90, 91, 100, 101, *(50,) * 6, None),
            "bytes_limit": dice.pick("quota", 100, 100, 100, 0, None),
        }
        for owner in (*map(account, USERS), GROUP)
        for kind, rse in (
            ("global", "type=SCRATCHDISK"),
            *(("local", place) for place in places if dice.chance(30)),
        )
    ]


def make_evaluations(dice: Dice, queues: list[str], tasks: list[Row]) -> list[Row]:
    """Return classes of tasks and queues, and slots of users, some of them old."""
    found: list[tuple[str, str, str, float]] = []
    for user in USERS:
        if dice.pick("share", dice.chance(50), True):
            slots = dice.choice((500.0, 0.0, 1000.0, -200.0, 995.0))
            found.append(("analy_user_eval", user, "rem_slots_A", slots))
        if dice.pick("share", False, True, False):
            slots = dice.choice((0.0, 500.0, 1000.0, 2000.0))
            found.append(("analy_user_eval", user, "running_slots_hi", slots))
    for task in tasks:
        if dice.chance(70):
            for _ in range(dice.pick("share", 1, 2)):
                kind = float(dice.choice((2, 1, 1, 0, -1)))
                entity = str(task["jedi_task_id"])
                found.append(("analy_task_eval", entity, "class", kind))
    for queue in queues:
        if dice.chance(70):
            kind = float(dice.choice((1, 0, -1)))
            found.append(("analy_site_eval", queue, "class", kind))
    limits = {"analy_user_eval": 20, "analy_task_eval": 15, "analy_site_eval": 60}
    return [
        cells("metric entity key value", *row) | {"ts": measured(dice, limits[row[0]])}
        for row in found
    ]


def measured(dice: Dice, limit: int) -> datetime | None:
    """Return when something was measured: now, or at a limit in minutes."""
    old = (ago(minutes=limit), ago(minutes=limit, seconds=1), None)
    return dice.pick("share", ago(minutes=5), ago(minutes=5), *old)


def make_starts(dice: Dice, queue: str) -> list[Row]:
    """Return starts of jobs in windows up to now; those before six hours are over."""
    if not dice.pick("users", dice.chance(50), True, False):
        return []
    return [
        {
            "queue_name": queue,
            "window_start": start,
            "window_end": end,
            "n_started": dice.choice((0, 3, 6, 12, 30, 60)),
        }
        for start, end in (
            (ago(hours=6, seconds=dice.choice((0, 0, 600))), ago(minutes=5)),
            (ago(minutes=5), NOW),
            (ago(hours=8), ago(hours=6)),
        )
    ]


def make_shares(dice: Dice) -> list[Row]:
    """Return the shares of analysis with their use."""
    return [
        {
            "queue_id": dice.choice((None, 3)),
            "queue_name": name,
            "is_global_share": True,
            "vo": "atlas",
            "usage_perc": dice.choice(USES),
            "eqiv_usage_perc": dice.choice((0.5, 0.93, 0.9, 1.5, 3.0, None)),
            "usage_time": measured(dice, 15),
        }
        for name in (*SHARES, f"L1 {SHARES[0]}")
    ]
