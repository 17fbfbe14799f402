"""Filters JB-10 to JB-46: state of the queue, links, policy, cores, software.

A check yields the criteria that a queue fails in a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from operator import ge, gt

from tests.property.reference.context import Decision
from tests.property.reference.queues import Queue
from tests.property.reference.zero_share import has_zero_share


def status(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-11."""
    allowed = decision.parameters.words("status_set")
    if queue.status not in allowed and decision.applies("-status"):
        yield "-status"


def unified_parent(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-10."""
    if queue.is_parent and not decision.is_preassigned:
        yield "-not_candidate"


def link_problems(decision: Decision, queue: Queue) -> frozenset[int]:
    """Return the steps of the link rules a queue fails.

    The link itself (22) is looked at only where the nucleus is neither down nor full.
    """
    models, nucleus = decision.models, decision.chunk.task["nucleus"]
    parameters = models.parameters
    if nucleus is None:
        return frozenset()
    site = models.sites.storage(queue).atlas_site
    exceeds = ge if parameters["link_cap_op"] == ">=" else gt
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
    if sends_wan and site != nucleus and nucleus_is_down(decision):
        found.add(20)
    if site is None or site == nucleus:
        return frozenset(found)
    if not found and link.get("AGIS_closeness") == -1:
        found.add(22)
    if key in link and exceeds(link[key], parameters.number("NQUEUED_SAT_CAP")):
        found.add(23)
    return frozenset(found)


def nucleus_is_down(decision: Decision) -> bool:
    """Tell whether no storage of the nucleus can be reached over WAN."""
    sites, nucleus = decision.models.sites, decision.nucleus
    if nucleus is None:
        return False
    both_ways = decision.parameters["nucleus_needs_read_wan"]
    if decision.parameters["nucleus_endpoints"] == "all":
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


def links(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-23, JB-21, JB-20: the last that fails is told."""
    problems = link_problems(decision, queue)
    if 23 in problems:
        yield "-link_unusable"
    if 21 in problems:
        yield "-links_full"
    if 20 in problems:
        yield "-dest_blacklisted"


def blocked_link(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-22."""
    if 22 in link_problems(decision, queue):
        yield "-link_unusable"


def is_urgent(decision: Decision) -> bool:
    """Tell whether a chunk makes scouts, or has a high priority."""
    chunk, least = decision.chunk, decision.parameters.number("prio_opportunistic")
    return chunk.is_scout or chunk.priority >= least


def opportunistic(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-25."""
    is_meant = queue.pledged_cpu == -1 and is_urgent(decision)
    if is_meant and decision.applies("-opportunistic"):
        yield "-opportunistic"


def inactive(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-26."""
    chunk, parameters = decision.chunk, decision.parameters
    statistics, now = decision.models.statistics, decision.models.world.now
    merges = chunk.is_merging or chunk.rule.has("MO")
    if not (is_urgent(decision) or merges) or not decision.applies("-inactive"):
        return
    started = statistics.started(queue.name)
    limit = now - timedelta(hours=parameters.number("inactive_hours"))
    counts = statistics.of_queue.get((queue.name,), {})
    waiting = counts.get("activated", 0)
    if parameters["inactive_rule"] == "activated_starting":
        waiting += counts.get("starting", 0)
    if started is not None and started < limit and waiting > 0:
        yield "-inactive"


def zero_share(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-30."""
    chunk, task = decision.chunk, decision.chunk.task
    odd_single = decision.is_single and task["prod_source_label"] != "managed"
    if not odd_single and chunk.work_queue_name in ("test", "validation"):
        return
    asked = (
        *(queue.policy, task["processing_type"], task["working_group"]),
        *(task["gshare"], task["current_priority"], chunk.is_merging),
        bool(decision.parameters["zeroshare_merge_skips_priority_rule"]),
    )
    known = decision.models.zero_share
    if asked not in known:
        known[asked] = has_zero_share(*asked)
    if known[asked]:
        yield "-zeroshare"


def jumbo(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-32 queues for jumbo jobs only, JB-33 too few events for one."""
    chunk, least = decision.chunk, queue.min_events_for_jumbo
    ready = chunk.task["n_ready_events"]
    if not queue.use_jumbo:
        return
    if not chunk.has_jumbo and decision.applies("-jumbo"):
        yield "-jumbo"
    is_few = ready is not None and least is not None and ready < least
    if chunk.has_jumbo and is_few and decision.applies("-fewevents"):
        yield "-fewevents"


def disk_io(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-35: a queue above its limit takes no task above the limit."""
    task, parameters = decision.chunk.task, decision.parameters
    asked, limit = task["disk_io"] or 0, queue.max_disk_io or 0
    if limit <= 0:
        limit = parameters.number("MAX_DISKIO_DEFAULT")
    divides = parameters["diskio_core_division"] and queue.core_count > 0
    if divides and task["core_count"] not in (None, 0, 1):
        asked = asked // queue.core_count
    usage = decision.models.statistics.disk_io(queue.name)
    if task["disk_io"] and usage > limit and asked > limit:
        yield "-diskIO"


def cores(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-40 core count, JB-41 the largest number of cores."""
    mode, most = decision.chunk.use_mp, decision.chunk.rule.integer("CC")
    fits = mode == "any" or queue.core_count in (0, 1)
    if mode == "only":
        fits = queue.core_count > 1
    if not fits and decision.applies("-cpucore"):
        yield "-cpucore"
    is_above = most is not None and queue.core_count > most
    if is_above and decision.applies("-max_cpucore"):
        yield "-max_cpucore"


def software(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-45 software and hardware, JB-46 platforms given as a pattern."""
    answer = decision.models.software_answer(decision.chunk, queue)
    if not answer.passes:
        yield "-cache"
    if answer.is_unresolved:
        yield "-regexpcmtconfig"
