"""DIRAC matching as plain loops: slow, one pair and one task queue at a time.

Written from the rules alone (spec/dirac.md 2, 3 and 6), so that the engine has a second
witness on worlds that nobody recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]
World = Mapping[str, Sequence[Row]]

PAGE_SEGMENTS = (500, 5000, 50000, 300000)
MODERN_SEGMENTS = (
    *(360, 1800, 3600, 21600, 43200, 86400, 172800, 259200, 345600, 518400),
    *(691200, 864000, 1080000),
)
PAGE_LISTS = (
    *("submit_pools", "pilot_types", "sites", "grid_ces", "grid_middlewares"),
    *("banned_sites", "platforms"),
)
MODERN_LISTS = ("sites", "grid_ces", "banned_sites", "platforms", "job_types", "tags")
#: States of running jobs that a limit counts, and the columns of its attributes.
COUNTED = ("Running", "Matched", "Stalled")
LIMITED = {
    "Site": "site",
    "JobType": "job_type",
    "Owner": "owner",
    "OwnerGroup": "owner_group",
}


@dataclass(frozen=True, slots=True)
class Queue:
    """A task queue: its jobs in order, CPU segment, single fields and sets."""

    jobs: tuple[int, ...]
    cpu_time: int
    owner: str
    group: str
    setup: str | None
    sets: Mapping[str, frozenset[str]]
    ram: tuple[int, int]
    weights: tuple[float, ...]


def as_set(values: Sequence[str] | None) -> frozenset[str]:
    """Return a list as a set without blanks."""
    return frozenset(v.strip() for v in values or () if v.strip())


def real_priority(user_priority: int) -> float:
    """Return what a user priority weighs."""
    if user_priority <= 0:
        return 1e-5
    return 1e6 if user_priority >= 10 else float(user_priority)


def task_queues(world: World, profile: str) -> list[Queue]:
    """Return the task queues of all jobs, the oldest job's first."""
    modern = profile == "modern"
    segments = MODERN_SEGMENTS if modern else PAGE_SEGMENTS
    fields = MODERN_LISTS if modern else PAGE_LISTS
    found: dict[object, list[Row]] = {}
    for job in sorted(world["dirac_job"], key=lambda row: row["job_id"]):
        least, most = job.get("min_ram") or 0, job.get("max_ram") or 0
        if modern and least > most > 0:
            continue
        key = (
            *(job["owner"], job["owner_group"], None if modern else job["setup"]),
            _segment(job["cpu_time"], segments),
            *(as_set(job.get(name)) for name in fields),
            *((job.get("min_ram") or 0, job.get("max_ram") or 0) if modern else ()),
        )
        found.setdefault(key, []).append(job)
    return [_queue(jobs, modern, segments, fields) for jobs in found.values()]


def _segment(cpu_time: int, segments: Sequence[int]) -> int:
    return next((each for each in segments if cpu_time <= each), segments[-1])


def _queue(
    jobs: Sequence[Row], modern: bool, segments: Sequence[int], fields: Sequence[str]
) -> Queue:
    first = jobs[0]
    return Queue(
        tuple(job["job_id"] for job in jobs),
        _segment(first["cpu_time"], segments),
        first["owner"],
        first["owner_group"],
        None if modern else first["setup"],
        {name: as_set(first.get(name)) for name in fields},
        (first.get("min_ram") or 0, first.get("max_ram") or 0) if modern else (0, 0),
        tuple(real_priority(job.get("user_priority", 1)) for job in jobs),
    )


def is_sharing(world: World, group: str) -> bool:
    """Tell whether a group has JOB_SHARING."""
    rows = world.get("dirac_group", ())
    return any(row["group_name"] == group and row.get("job_sharing") for row in rows)


def fits(world: World, queue: Queue, pilot: Row, profile: str) -> bool:
    """Tell whether a task queue may be drawn for a pilot that is not refused."""
    return all(checks(world, queue, pilot, profile).values())


def checks(world: World, queue: Queue, pilot: Row, profile: str) -> dict[str, bool]:
    """Return which conditions a task queue and a pilot fulfil, by name.

    Profile `literal` is the page read as leniently as its recorded engine reads it.
    """
    modern, strict = profile == "modern", profile == "page"
    found = {
        "owner_group": _group_fits(world, queue, pilot, modern),
        "owner": _owner_fits(world, queue, pilot, modern),
        "setup": modern or queue.setup == pilot["setup"],
        "cpu": queue.cpu_time <= pilot["cpu_time"],
        "site": _site_fits(world, queue, pilot, modern),
        **_ces_fit(world, queue, pilot, profile),
        "platform": _platform_fits(world, queue, pilot, modern, strict),
    }
    if modern:
        ram = pilot.get("max_ram")
        found |= _kinds_fit(world, queue, pilot)
        found["resource_ban"] = _bans_fit(queue, pilot)
        is_asking = pilot.get("job_id") is not None
        found["limit"] = is_asking or _limits_fit(world, queue, pilot)
        found["ram"] = ram is None or queue.ram[0] <= ram
    else:
        kinds = queue.sets["pilot_types"]
        found["pilot_type"] = not kinds or pilot.get("pilot_type") in kinds
    if profile == "dirac2009":
        for name in ("submit_pool", "grid_middleware"):
            asked, sent = queue.sets[f"{name}s"], pilot.get(name)
            found[name] = not asked or sent is None or sent in asked
    return found


def _group_fits(world: World, queue: Queue, pilot: Row, modern: bool) -> bool:
    groups = _groups(world, pilot, modern)
    return groups is None or queue.group in groups


def _groups(world: World, pilot: Row, modern: bool) -> Sequence[str] | None:
    """Return the groups that a pilot takes jobs of; None is all."""
    sent, asking = pilot.get("owner_group") or None, pilot.get("requester_group")
    if not pilot.get("is_generic"):
        return [asking] if modern and asking else sent
    if not modern or sent:
        return sent if modern else None
    rows = world.get("dirac_group", ())
    vos = [row.get("vo") for row in rows if row["group_name"] == asking]
    vo = next((vo for vo in vos if vo), pilot.get("vo"))
    of_vo = [row["group_name"] for row in rows if row.get("vo") == vo]
    return None if vo is None else of_vo


def _owner_fits(world: World, queue: Queue, pilot: Row, modern: bool) -> bool:
    owner, is_open = pilot.get("owner"), pilot.get("is_generic") and not modern
    if is_open or owner is None or queue.owner == owner:
        return True
    has_groups = _groups(world, pilot, modern) is not None
    return has_groups and is_sharing(world, queue.group)


def offered(values: Sequence[str] | None, modern: bool) -> frozenset[str] | None:
    """Return what a resource sends; None where that is no condition."""
    words = ["".join(filter(str.isalnum, v.lower())) for v in values or ()]
    if modern and "any" in words:
        return None
    return as_set(values) or None


def masked_sites(world: World, modern: bool) -> frozenset[str]:
    """Return the sites that are not active."""
    mask = world.get("dirac_site_mask", ())
    usable = ("Active", "Degraded") if modern else ("Active",)
    return frozenset(row["site"] for row in mask if row["status"] not in usable)


def _site_fits(world: World, queue: Queue, pilot: Row, modern: bool) -> bool:
    sites, asked = offered(pilot.get("site"), modern), queue.sets["sites"]
    is_masked = _is_masked(world, sites, modern)
    if sites is None or (is_masked and not modern):
        return True
    if not is_masked:
        sites -= masked_sites(world, modern)
    banned = queue.sets["banned_sites"]
    return any((not asked or site in asked) and site not in banned for site in sites)


def _is_masked(world: World, sites: frozenset[str] | None, modern: bool) -> bool:
    return sites is not None and sites <= masked_sites(world, modern)


def _ces_fit(world: World, queue: Queue, pilot: Row, profile: str) -> dict[str, bool]:
    modern = profile == "modern"
    sites, ces = (offered(pilot.get(name), modern) for name in ("site", "grid_ce"))
    wanted = queue.sets["grid_ces"]
    if ces is None:
        return {"grid_ce": not wanted or profile != "page"}
    # the CE must be required at masked sites, and in 2009 without any site
    is_required = not modern and _is_masked(world, sites, modern)
    if profile in ("dirac2009", "literal") and sites is None:
        is_required = True
    return {
        "grid_ce": not wanted or bool(ces & wanted),
        "unnamed_ce": not is_required or bool(wanted),
    }


def _platform_fits(
    world: World, queue: Queue, pilot: Row, modern: bool, strict: bool
) -> bool:
    sent, asked = offered(pilot.get("platform"), modern), queue.sets["platforms"]
    if sent is None:
        return not asked or not strict
    table = () if modern else world.get("dirac_platform", ())
    more = {row["platform"] for row in table if row["os"] in sent}
    return not asked or bool((sent | more) & asked)


def _kinds_fit(world: World, queue: Queue, pilot: Row) -> dict[str, bool]:
    kinds = offered(pilot.get("job_type"), True)
    is_masked = _is_masked(world, offered(pilot.get("site"), True), True)
    is_open = offered(pilot.get("tag"), True) is None and bool(pilot.get("tag"))
    tags = as_set(pilot.get("tag")) | _machine_tags(pilot)
    required = offered(pilot.get("required_tag"), True) or frozenset()
    asked = queue.sets["job_types"]
    return {
        "masked_site": not is_masked or not asked or "Test" in asked,
        "job_type": is_masked or kinds is None or not asked or bool(kinds & asked),
        "tag": is_open or queue.sets["tags"] <= tags,
        "required_tag": required <= queue.sets["tags"],
    }


def _machine_tags(pilot: Row) -> frozenset[str]:
    """Return the tags of processors and of a whole node."""
    n = pilot.get("number_of_processors") or 0
    found = {f"{each}Processors" for each in range(1, n + 1) if n <= 1024}
    found |= {"MultiProcessor"} if n > 1 else set()
    found |= {"WholeNode"} if pilot.get("whole_node") is not None else set()
    return frozenset(found)


def _bans_fit(queue: Queue, pilot: Row) -> bool:
    for name in ("job_type", "tag"):
        if as_set(pilot.get(f"banned_{name}")) & queue.sets[f"{name}s"]:
            return False
    for name in ("site", "grid_ce", "platform"):
        banned = as_set(pilot.get(f"banned_{name}"))
        asked = queue.sets[f"{name}s"]
        is_hit = bool(banned & asked)
        if is_hit and (len(banned) == 1 or asked <= banned):
            return False
    return True


def refused_values(
    world: World, site: str, ces: frozenset[str] | None
) -> set[tuple[str, str]]:
    """Return attributes and values of which enough jobs run at a site (5.1).

    A limit of a CE counts the jobs of the whole site too.
    """
    running = [
        row
        for row in world.get("dirac_running_job", ())
        if row["site"] == site and row["status"] in COUNTED
    ]
    return {
        (limit["attribute"], limit["value"])
        for limit in world.get("dirac_running_limit", ())
        if limit["site"] == site
        if not limit.get("ce") or limit["ce"] in (ces or ())
        if sum(
            row.get(LIMITED[limit["attribute"]]) == limit["value"] for row in running
        )
        >= limit["max_jobs"]
    }


def _limits_fit(world: World, queue: Queue, pilot: Row) -> bool:
    """Tell whether a site is left that the queue accepts and that refuses nothing."""
    asked, banned = queue.sets["sites"], queue.sets["banned_sites"]
    own = {("JobType", name) for name in queue.sets["job_types"]}
    own |= {("Site", name) for name in asked}
    own |= {("Owner", queue.owner), ("OwnerGroup", queue.group)}
    ces = offered(pilot.get("grid_ce"), True)
    refusals = [
        refused_values(world, site, ces) & own
        for site in offered(pilot.get("site"), True) or ()
        if (not asked or site in asked) and site not in banned
    ]
    return not refusals or not all(refusals)


def priorities(world: World, queues: Sequence[Queue], profile: str) -> list[float]:
    """Return the priority of each task queue, as it is stored."""
    shares = {row["group_name"]: row for row in world.get("dirac_group", ())}
    entities = [
        (each.group, None if is_sharing(world, each.group) else each.owner)
        for each in queues
    ]
    mean = profile == "modern"
    weights = [sum(q.weights) / (len(q.weights) if mean else 1) for q in queues]
    found: list[float] = []
    for entity, weight in zip(entities, weights, strict=True):
        group, owner = entity
        owners = {queue.owner for queue in queues if queue.group == group}
        share = shares.get(group, {}).get("job_share")
        share = 1000.0 if share is None else share
        share /= 1 if owner is None else len(owners)
        own = [w for e, w in zip(entities, weights, strict=True) if e == entity]
        value = share * weight / sum(own)
        is_page = profile in ("page", "literal")
        found.append(value / len(own) if is_page else value)
    return _grouped(queues, found) if mean else found


def _grouped(queues: Sequence[Queue], values: Sequence[float]) -> list[float]:
    """Return the sums of classes that differ in sites and RAM only, each floored."""
    kinds = [
        (
            *(queue.owner, queue.group, queue.cpu_time),
            *(queue.sets[n] for n in ("grid_ces", "platforms", "job_types", "tags")),
        )
        for queue in queues
    ]
    floored = [max(value, 0.001) for value in values]
    return [
        sum(v for other, v in zip(kinds, floored, strict=True) if other == kind)
        for kind in kinds
    ]
