"""Filters JB-10 to JB-46: state of the queue, links, policy, cores, software."""

from __future__ import annotations

from datetime import timedelta

from tests.property.reference.context import (
    Check,
    Decision,
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


def link_problem(decision: Decision, queue: Queue, is_down: bool) -> int:
    """Return the step of the first link rule a queue fails; 0 where it fails none."""
    models, task = decision.models, decision.chunk.task
    parameters, nucleus = models.parameters, task["nucleus"]
    site = models.sites.storage(queue).atlas_site
    if site is None:
        return 0
    at_nucleus = site == nucleus
    exceeds = greater_or_equal if parameters["link_cap_op"] == ">=" else greater
    activity = "Express" if decision.chunk.is_express else "Production Output"
    key = f"{activity}_queued"
    if not at_nucleus and is_down:
        return 20
    total = models.network.queued_to.get((nucleus, key), 0)
    spared = at_nucleus and parameters["nuc_cap_spares_nucleus"]
    if not spared and exceeds(total, parameters.number("NQUEUED_NUC_CAP_FOR_JOBS")):
        return 21
    if at_nucleus:
        return 0
    link = models.network.link(site, nucleus)
    if link.get("AGIS_closeness") == -1:
        return 22
    if key in link and exceeds(link[key], parameters.number("NQUEUED_SAT_CAP")):
        return 23
    return 0


def greater(left: float, right: float) -> bool:
    """Tell whether left is above right."""
    return left > right


def greater_or_equal(left: float, right: float) -> bool:
    """Tell whether left is not below right."""
    return left >= right


def nucleus_is_down(decision: Decision) -> bool:
    """Tell whether the nucleus' storage cannot be reached over WAN."""
    sites = decision.models.sites
    if decision.nucleus is None:
        return False
    endpoint = sites.storage(decision.nucleus.queues[0]).default_output
    if endpoint is None:
        return False
    if decision.models.parameters["nucleus_needs_read_wan"] and not sites.is_up(
        endpoint["read_wan"]
    ):
        return True
    return not sites.is_up(endpoint["write_wan"])


def link_checks(decision: Decision) -> list[Check]:
    """JB-20 to JB-23: the first rule that fails hides the later ones."""
    if decision.chunk.task["nucleus"] is None:
        return []
    problems: dict[str, int] = {}
    is_down = nucleus_is_down(decision)

    def problem(queue: Queue) -> int:
        if queue.name not in problems:
            problems[queue.name] = link_problem(decision, queue, is_down)
        return problems[queue.name]

    return [
        defer(20, lambda queue: "-dest_blacklisted" if problem(queue) == 20 else None),
        defer(21, lambda queue: "-links_full" if problem(queue) == 21 else None),
        drop_unified(
            22, lambda queue: "-link_unusable" if problem(queue) == 22 else None
        ),
        defer(23, lambda queue: "-link_unusable" if problem(queue) == 23 else None),
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
            counts = models.statistics.of_queue.get((chunk.task["vo"], queue.name), {})
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
                lambda queue: (
                    "-max_cpucore"
                    if cores_fit(queue) and queue.core_count > most
                    else None
                ),
            )
        )
    return checks


def software_checks(decision: Decision) -> list[Check]:
    """JB-45 software and hardware, JB-46 platforms given as a pattern."""
    chunk, models = decision.chunk, decision.models
    if chunk.task["trans_home"] is None:
        return []

    def lacks(queue: Queue) -> str | None:
        return None if models.software_answer(chunk, queue).passes else "-cache"

    def unresolved(queue: Queue) -> str | None:
        answer = models.software_answer(chunk, queue)
        return "-regexpcmtconfig" if answer.is_unresolved else None

    return [drop_unified(45, lacks), drop_unified(46, unresolved)]
