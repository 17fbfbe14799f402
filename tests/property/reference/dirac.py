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
    modern, strict = profile == "modern", profile == "page"
    checks = [
        _owner_fits(world, queue, pilot),
        modern or queue.setup == pilot["setup"],
        queue.cpu_time <= pilot["cpu_time"],
        _site_fits(world, queue, pilot, modern),
        _ce_fits(world, queue, pilot, profile),
        _platform_fits(world, queue, pilot, modern, strict),
    ]
    if modern:
        checks += [_kind_fits(world, queue, pilot), _bans_fit(queue, pilot)]
        ram = pilot.get("max_ram")
        checks.append(ram is None or queue.ram[0] <= ram)
    else:
        kinds = queue.sets["pilot_types"]
        checks.append(not kinds or pilot.get("pilot_type") in kinds)
    if profile == "dirac2009":
        for name in ("submit_pool", "grid_middleware"):
            asked, sent = queue.sets[f"{name}s"], pilot.get(name)
            checks.append(not asked or sent is None or sent in asked)
    return all(checks)


def _owner_fits(world: World, queue: Queue, pilot: Row) -> bool:
    if pilot.get("is_generic"):
        return True
    groups, owner = pilot.get("owner_group"), pilot.get("owner")
    if not groups:
        return owner is None or queue.owner == owner
    if queue.group not in groups:
        return False
    return owner is None or is_sharing(world, queue.group) or queue.owner == owner


def offered(values: Sequence[str] | None, modern: bool) -> frozenset[str] | None:
    """Return what a resource sends; None where that is no condition."""
    words = ["".join(filter(str.isalnum, v.lower())) for v in values or ()]
    if modern and "any" in words:
        return None
    return as_set(values) or None


def masked_sites(world: World) -> frozenset[str]:
    """Return the sites that are not active."""
    mask = world.get("dirac_site_mask", ())
    return frozenset(row["site"] for row in mask if row["status"] != "Active")


def _site_fits(world: World, queue: Queue, pilot: Row, modern: bool) -> bool:
    sites, asked = offered(pilot.get("site"), modern), queue.sets["sites"]
    if sites is None or (_is_masked(world, sites) and not modern):
        return True
    if not _is_masked(world, sites):
        sites -= masked_sites(world)
    banned = queue.sets["banned_sites"]
    return any((not asked or site in asked) and site not in banned for site in sites)


def _is_masked(world: World, sites: frozenset[str] | None) -> bool:
    return sites is not None and sites <= masked_sites(world)


def _ce_fits(world: World, queue: Queue, pilot: Row, profile: str) -> bool:
    modern = profile == "modern"
    sites, ces = (offered(pilot.get(name), modern) for name in ("site", "grid_ce"))
    wanted = queue.sets["grid_ces"]
    if ces is None:
        return not wanted or profile != "page"
    # the CE must be required at masked sites, and in 2009 without any site
    if not modern and _is_masked(world, sites):
        return bool(ces & wanted)
    if profile == "dirac2009" and sites is None:
        return bool(ces & wanted)
    return not wanted or bool(ces & wanted)


def _platform_fits(
    world: World, queue: Queue, pilot: Row, modern: bool, strict: bool
) -> bool:
    sent, asked = offered(pilot.get("platform"), modern), queue.sets["platforms"]
    if sent is None:
        return not asked or not strict
    table = world.get("dirac_platform", ())
    more = {row["platform"] for row in table if row["os"] in sent}
    return not asked or bool((sent | more) & asked)


def _kind_fits(world: World, queue: Queue, pilot: Row) -> bool:
    kinds = offered(pilot.get("job_type"), True)
    if _is_masked(world, offered(pilot.get("site"), True)):
        kinds = frozenset({"Test"})
    tags = as_set(pilot.get("tag"))
    required = offered(pilot.get("required_tag"), True) or frozenset()
    asked = queue.sets["job_types"]
    is_open = offered(pilot.get("tag"), True) is None and bool(tags)
    return (
        (kinds is None or not asked or bool(kinds & asked))
        and (is_open or queue.sets["tags"] <= tags)
        and required <= queue.sets["tags"]
    )


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
        found.append(value / len(own) if profile == "page" else value)
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
