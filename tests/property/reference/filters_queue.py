"""Filters JB-10 to JB-46: state of the queue, links, policy, cores, software."""

from __future__ import annotations

from datetime import timedelta

from tests.property.reference.context import (
    Check,
    Decision,
    Predicate,
    defer,
    drop,
    drop_unified,
)
from tests.property.reference.queues import Queue
from tests.property.reference.zero_share import has_zero_share


def queue_checks(decision: Decision) -> list[Check]:
    """Return the checks of this module that apply to a chunk, in their order."""
    return [
        *state_checks(decision),
        *link_checks(decision),
        *priority_checks(decision),
        *zero_share_checks(decision),
        *jumbo_checks(decision),
        *disk_io_checks(decision),
        *core_checks(decision),
        *software_checks(decision),
    ]


def state_checks(decision: Decision) -> list[Check]:
    """JB-11 status before JB-10 unified parents."""
    checks = []
    allowed = decision.models.parameters.words("status_set")
    if decision.applies("-status"):
        checks.append(
            drop(10, lambda queue: None if queue.status in allowed else "-status")
        )
    if not decision.is_preassigned:
        checks.append(
            drop(11, lambda queue: "-not_candidate" if queue.is_parent else None)
        )
    return checks


def link_problems(decision: Decision, queue: Queue, is_down: bool) -> frozenset[int]:
    """Return the steps of the link rules a queue fails.

    The link itself (22) is looked at only where the nucleus is neither down nor full.
    """
    models, nucleus = decision.models, decision.chunk.task["nucleus"]
    parameters = models.parameters
    site = models.sites.storage(queue).atlas_site
    exceeds = greater_or_equal if parameters["link_cap_op"] == ">=" else greater
    activity = "Express" if decision.chunk.is_express else "Production Output"
    key = f"{activity}_queued"
    link = {} if site is None else models.network.link(site, nucleus)
    is_spared = bool(parameters["nuc_cap_spares_nucleus"]) and site == nucleus
    if site is None:
        is_spared = not parameters["nuc_cap_unmapped"]
    total = models.network.queued_to.get((nucleus, key), 0)
    found = set()
    if not is_spared and exceeds(total, parameters.number("NQUEUED_NUC_CAP_FOR_JOBS")):
        found.add(21)
    if parameters["closed_nucleus_spares"] == "members":
        sends_wan = queue.name not in decision.nucleus_names
    else:
        sends_wan = site is not None
    if is_down and sends_wan and site != nucleus:
        found.add(20)
    if site is None or site == nucleus:
        return frozenset(found)
    if not found and link.get("AGIS_closeness") == -1:
        found.add(22)
    if key in link and exceeds(link[key], parameters.number("NQUEUED_SAT_CAP")):
        found.add(23)
    return frozenset(found)


def greater(left: float, right: float) -> bool:
    """Tell whether left is above right."""
    return left > right


def greater_or_equal(left: float, right: float) -> bool:
    """Tell whether left is not below right."""
    return left >= right


def nucleus_is_down(decision: Decision) -> bool:
    """Tell whether no storage of the nucleus can be reached over WAN."""
    models, nucleus = decision.models, decision.nucleus
    if nucleus is None:
        return False
    sites, both_ways = models.sites, models.parameters["nucleus_needs_read_wan"]
    if models.parameters["nucleus_endpoints"] == "all":
        found = [
            row for queue in nucleus.queues for row in sites.storage(queue).related
        ]
    else:
        default = sites.storage(nucleus.queues[0]).default_output
        found = [] if default is None else [default]
    return bool(found) and not any(
        sites.is_up(row["write_wan"])
        and (not both_ways or sites.is_up(row["read_wan"]))
        for row in found
    )


def link_checks(decision: Decision) -> list[Check]:
    """JB-23, JB-21, JB-20: the last that fails is told; JB-22 removes at once."""
    if decision.chunk.task["nucleus"] is None:
        return []
    problems: dict[str, frozenset[int]] = {}
    is_down = nucleus_is_down(decision)

    def fails(step: int, criterion: str) -> Predicate:
        def predicate(queue: Queue) -> str | None:
            if queue.name not in problems:
                problems[queue.name] = link_problems(decision, queue, is_down)
            return criterion if step in problems[queue.name] else None

        return predicate

    return [
        defer(23, fails(23, "-link_unusable")),
        defer(21, fails(21, "-links_full")),
        defer(20, fails(20, "-dest_blacklisted")),
        drop_unified(22, fails(22, "-link_unusable")),
    ]


def priority_checks(decision: Decision) -> list[Check]:
    """JB-25 opportunistic queues, JB-26 inactive queues."""
    chunk, models = decision.chunk, decision.models
    parameters = models.parameters
    urgent = chunk.is_scout or chunk.priority >= parameters.number("prio_opportunistic")
    checks = []
    if urgent and decision.applies("-opportunistic"):
        checks.append(
            drop(
                25, lambda queue: "-opportunistic" if queue.pledged_cpu == -1 else None
            )
        )
    merges = chunk.is_merging or chunk.rule.has("MO")
    if (urgent or merges) and decision.applies("-inactive"):
        limit = models.world.now - timedelta(hours=parameters.number("inactive_hours"))
        statuses = ["activated"]
        if parameters["inactive_rule"] == "activated_starting":
            statuses.append("starting")

        def inactive(queue: Queue) -> str | None:
            started = models.statistics.started(queue.name)
            if started is None or started >= limit:
                return None
            counts = models.statistics.of_queue.get((queue.name,), {})
            waiting = sum(counts.get(status, 0) for status in statuses)
            return "-inactive" if waiting > 0 else None

        checks.append(defer(26, inactive))
    return checks


def zero_share_checks(decision: Decision) -> list[Check]:
    """JB-30."""
    chunk, task = decision.chunk, decision.chunk.task
    odd_single = decision.is_single and task["prod_source_label"] != "managed"
    if not odd_single and chunk.work_queue_name in ("test", "validation"):
        return []
    cache = decision.models.zero_share
    skip_rules = bool(decision.models.parameters["zeroshare_merge_skips_priority_rule"])
    asked = (
        task["processing_type"],
        task["working_group"],
        task["gshare"],
        task["current_priority"],
        chunk.is_merging,
        skip_rules,
    )

    def refused(queue: Queue) -> str | None:
        if not queue.policy:
            return None
        key = (queue.policy, *asked)
        if key not in cache:
            cache[key] = has_zero_share(queue.policy, *asked)
        return "-zeroshare" if cache[key] else None

    return [drop(30, refused)]


def jumbo_checks(decision: Decision) -> list[Check]:
    """JB-32 queues for jumbo jobs only, JB-33 too few events for one."""
    chunk = decision.chunk
    if not chunk.has_jumbo:
        if not decision.applies("-jumbo"):
            return []
        return [drop(32, lambda queue: "-jumbo" if queue.use_jumbo else None)]
    ready = chunk.task["n_ready_events"]
    if ready is None or not decision.applies("-fewevents"):
        return []

    def few(queue: Queue) -> str | None:
        least = queue.min_events_for_jumbo
        if queue.use_jumbo and least is not None and ready < least:
            return "-fewevents"
        return None

    return [drop(33, few)]


def disk_io_checks(decision: Decision) -> list[Check]:
    """JB-35: a queue above its limit takes no task above the limit."""
    task, models = decision.chunk.task, decision.models
    asked = task["disk_io"]
    if not asked:
        return []
    default = models.parameters.number("MAX_DISKIO_DEFAULT")
    divides = models.parameters["diskio_core_division"] and task["core_count"] not in (
        None,
        0,
        1,
    )

    def too_much(queue: Queue) -> str | None:
        limit = queue.max_disk_io if (queue.max_disk_io or 0) > 0 else default
        assert limit is not None
        traffic = asked
        if divides and queue.core_count > 0:
            traffic = asked // queue.core_count
        usage = models.statistics.disk_io(queue.name)
        return "-diskIO" if usage > limit and traffic > limit else None

    return [defer(35, too_much)]


def core_checks(decision: Decision) -> list[Check]:
    """JB-40 core count, JB-41 the largest number of cores."""
    mode, most = decision.chunk.use_mp, decision.chunk.rule.integer("CC")

    def cores_fit(queue: Queue) -> bool:
        if mode == "only":
            return queue.core_count > 1
        return mode == "any" or queue.core_count in (0, 1)

    checks = []
    if decision.applies("-cpucore"):
        checks.append(drop(40, lambda queue: None if cores_fit(queue) else "-cpucore"))
    if most is not None and decision.applies("-max_cpucore"):
        checks.append(
            drop(
                41,
                lambda queue: "-max_cpucore" if queue.core_count > most else None,
            )
        )
    return checks


def software_checks(decision: Decision) -> list[Check]:
    """JB-45 software and hardware, JB-46 platforms given as a pattern."""
    chunk, models = decision.chunk, decision.models

    def lacks(queue: Queue) -> str | None:
        return None if models.software_answer(chunk, queue).passes else "-cache"

    def unresolved(queue: Queue) -> str | None:
        answer = models.software_answer(chunk, queue)
        return "-regexpcmtconfig" if answer.is_unresolved else None

    return [drop_unified(45, lacks), drop_unified(46, unresolved)]
