"""Filters JB-10 to JB-78 of the production brokerage, each on one queue.

A check yields the criteria that a queue fails in a decision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import timedelta
from operator import ge, gt
from typing import NamedTuple

from tests.property.reference.chunk_features import Chunk, in_bytes
from tests.property.reference.context import Decision
from tests.property.reference.data import MB
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue
from tests.property.reference.world import Row
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
        default = sites.storage(nucleus.queues[0]).written
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


DAY = 24 * 3600


def memory(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-50 and JB-51."""
    chunk, task, parameters = decision.chunk, decision.chunk.task, decision.parameters
    need, base = chunk.ram, task["base_ram_count"] or 0
    if not need and not (parameters["ram_base_only"] and base):
        return
    unit = task["ram_unit"] in ("MBPerCore", "MBPerCoreFixed") and not chunk.is_merging
    if unit or parameters["ram_formula"] != "per_core_units":
        need = need * (queue.core_count or 1) + base
    need = int(need * parameters.number("compensation"))
    if 0 < queue.max_rss < need:
        yield "-lowmemory"
    if 0 < need < queue.min_rss:
        yield "-highmemory"


def remote_input(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-53: a task that only reads over LAN needs a queue that can."""
    chunk, can = decision.chunk, queue.direct_lan or queue.max_input_size == -1
    if chunk.rule.integer("IL") == 2 and not chunk.is_merging and not can:
        yield "-remoteio"


def scratch(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-54."""
    chunk, parameters = decision.chunk, decision.parameters
    if queue.max_wdir == 0:
        return
    output, work, inputs = disk_bytes(decision)
    asks_lan = chunk.rule.integer("IL") and not (chunk.rule.integer("LI") or 0) > 0
    reads_directly = queue.max_input_size == -1 or (asks_lan and queue.direct_lan)
    if not chunk.is_merging and reads_directly:
        inputs = 0
    need, limit = (output + work + inputs) // MB, float(queue.max_wdir)
    is_single = chunk.task["core_count"] in (None, 0, 1) and not chunk.is_es
    if parameters["maxwdir_divide"] == "always" or is_single:
        limit /= queue.core_count or 1
    if need >= limit if parameters["scratch_op"] == ">" else need > limit:
        yield "-disk"


def disk_bytes(decision: Decision) -> tuple[float, float, float]:
    """Return the bytes of output, working space and input of the smallest"""
    chunk, task = decision.chunk, decision.chunk.task
    parameters = decision.parameters
    unit = task["out_disk_unit"] or ""
    scale = chunk.row["atom_n_events" if "PerEvent" in unit else "atom_effective_mb"]
    output = in_bytes(task["out_disk_count"], unit) * (scale or 0)
    output = max(output, parameters.number("out_floor_mb") * MB)
    margin = parameters.number("work_margin_mb") * MB
    work = in_bytes(task["work_disk_count"], task["work_disk_unit"])
    if parameters["work_margin_mode"] == "max":
        work = max(margin, work)
    else:
        work = 0 if task["work_disk_count"] is None else work + margin
    return output, work, chunk.row["atom_size_bytes"] or 0


def walltime_span(chunk: Chunk) -> Callable[[int, Queue], float]:
    """Return the function from seconds at a queue to what a job can use of them."""
    base = chunk.task["base_walltime"] or 0
    efficiency = chunk.task["cpu_efficiency"]
    if efficiency is None:
        efficiency = 100

    def span(seconds: int, queue: Queue) -> float:
        usable: float = seconds - base if chunk.uses_hs06 else seconds
        if queue.core_count > 0:
            usable *= queue.core_count
        if chunk.uses_hs06:
            usable = math.trunc(usable * queue.core_power * (efficiency / 100))
        return usable

    return span


def needed_walltime(chunk: Chunk) -> float | None:
    """Return what the smallest job needs; None where it is unknown."""
    if chunk.uses_hs06:
        rate, amount = chunk.cpu_time, chunk.row["atom_n_events"]
    else:
        rate, amount = chunk.task["walltime"], chunk.row["atom_effective_mb"]
    if rate is None or amount is None:
        return None
    need = rate * amount
    if chunk.is_es_pure:
        attempts = chunk.rule.integer("XJ")
        if attempts is None:
            attempts = chunk.rule.integer("XA")
        need /= chunk.rule.integer("EC") or 1
        need /= 3 if attempts is None else attempts + 1
    return need


def event_range(chunk: Chunk) -> tuple[float, float] | None:
    """Return the least and most a job of dynamic size needs; None where it is fixed."""
    least = chunk.rule.integer("DY")
    if not chunk.uses_hs06 or not chunk.cpu_time or not least:
        return None
    limits = (chunk.row["max_consecutive_events"], chunk.rule.integer("MX") or None)
    most = min((limit for limit in limits if limit is not None), default=math.nan)
    return chunk.cpu_time * least, chunk.cpu_time * most


def short_walltime(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-60."""
    chunk = decision.chunk
    need, dynamic = needed_walltime(chunk) or 0, event_range(chunk)
    if dynamic is not None and queue.min_time > 0:
        need = dynamic[0]
    is_asked = queue.max_time != 0 and need > 0
    if is_asked and need > walltime_span(chunk)(queue.max_time, queue):
        yield "-shortwalltime"


def long_walltime(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-62."""
    chunk = decision.chunk
    if queue.min_time == 0:
        return
    needs = event_range(chunk) if queue.min_time > 0 else None
    least = walltime_span(chunk)(queue.min_time, queue)
    if needs is None:
        need = needed_walltime(chunk)
        fails = need is None or need < least
    else:
        fails = needs[0] < least and needs[1] < least
    if fails:
        yield "-longwalltime"


def is_length_unknown(chunk: Chunk, parameters: Parameters) -> bool:
    """Tell whether the task says nothing of the length of its jobs."""
    task, by_unit = chunk.task, parameters["walltime_undefined"] == "by_unit"
    cpu_time = task["cpu_time"] if chunk.uses_hs06 else None
    if by_unit and task["cpu_time_unit"]:
        return not cpu_time
    if by_unit:
        return not (task["walltime"] or task["walltime_unit"])
    return not (cpu_time if chunk.uses_hs06 else task["walltime"])


def capacity(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-61: jobs of unknown length need queues that allow a day."""
    chunk, parameters = decision.chunk, decision.parameters
    is_unknown = is_length_unknown(chunk, parameters)
    is_scout = chunk.is_scout and decision.applies("-scout_walltime")
    if chunk.is_merging and not parameters["walltime24_merge"]:
        return
    if not (is_scout or chunk.is_merging or is_unknown):
        return
    mode = parameters["walltime24_mode"]
    if mode == "wall_clock":
        fails = 0 < queue.max_time < DAY
    else:
        power = 1 if mode == "unit_aware" and not chunk.uses_hs06 else 10
        most = walltime_span(chunk)(queue.max_time, queue)
        fails = most != 0 and most < DAY * power * max(queue.core_count, 1)
    if fails:
        yield "-scout_walltime" if chunk.is_scout else "-min_walltime"


#: Closed directions of storage, the one that is told before all others last.
BLACKLISTS = (
    "-source_blacklist",
    "-read_wan_blacklist",
    "-write_wan_blacklist",
    "-write_lan_blacklist",
    "-read_lan_blacklist",
)


def usable_space(endpoint: Row) -> int:
    """Return the usable GB of an endpoint."""
    return (
        (endpoint["space_free"] or 0)
        + (endpoint["space_expired"] or 0)
        - (endpoint["space_min_free"] or 0)
        - (endpoint["space_unavailable"] or 0)
    )


def is_full(parameters: Parameters, endpoint: Row | None, least: float) -> bool:
    """Tell whether an endpoint has too little space; unknown space is none."""
    if endpoint is None:
        return False
    free_only = parameters["storage_free_model"] == "free"
    space = (endpoint["space_free"] or 0) if free_only else usable_space(endpoint)
    return space < least or (space == least and parameters["storage_free_op"] == ">")


def disk(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-55."""
    endpoint = decision.models.sites.storage(queue).written
    least = decision.parameters.number("STORAGE_MIN_FREE_SIZE")
    if is_full(decision.parameters, endpoint, least):
        yield "-disk"


def blacklisted(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-56: which directions of disk endpoints are closed, the last is told."""
    sites, completeness = decision.models.sites, decision.completeness
    storage, is_up = sites.storage(queue), sites.is_up
    in_nucleus = queue.name in decision.nucleus_names
    needs_wan = bool(decision.parameters["nucleus_incomplete_needs_wan"])
    can_read = receives = can_write = sends = False
    has_source = completeness.has_remote_source
    for endpoint in storage.inputs:
        if endpoint["type"] != "DATADISK":
            continue
        can_read = can_read or is_up(endpoint["read_lan"])
        lacks_input = (
            needs_wan
            and bool(completeness.complete_at)
            and endpoint["ddm_endpoint_name"] not in completeness.complete_at
        )
        if not in_nucleus or lacks_input:
            receives = receives or is_up(endpoint["write_wan"])
        else:
            receives = has_source = True
    for endpoint in storage.outputs:
        if endpoint["type"] != "DATADISK":
            continue
        can_write = can_write or is_up(endpoint["write_lan"])
        if not in_nucleus:
            sends = sends or is_up(endpoint["read_wan"])
        else:
            sends = has_source = True
    is_open = (has_source, sends, receives, can_write, can_read)
    for criterion, is_fine in zip(BLACKLISTS, is_open, strict=True):
        if not is_fine:
            yield criterion


def connectivity(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-65 connectivity and JB-66 IP stack."""
    rule, accepted = decision.chunk.rule, {1: ("full",), 2: ("full", "http")}
    words = accepted.get(rule.integer("IP") or 0)
    if words is None and rule.has("IP") and decision.parameters["connectivity_none"]:
        words = ("full", "http", "none")
    stack = {4: "IPv4", 6: "IPv6"}.get(rule.integer("IK") or 0)
    fails = words is not None and queue.connectivity not in words
    fails = fails or (stack is not None and queue.ip_stack != stack)
    if fails and decision.applies("-network"):
        yield "-network"


def event_service(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-68."""
    chunk, seed = decision.chunk, queue.job_seed
    is_part = queue.parent is not queue and queue.core_count == 1
    fails = {"-nones": seed == "es"}
    if chunk.is_es_pure:
        fails = {
            "-es": seed == "std",
            "-eshigh": seed == "eshigh" and not chunk.is_es_high,
            "-es_ucore": is_part,
        }
    yield from (name for name in fails if fails[name] and decision.applies(name))


def transferring(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-70."""
    parameters, statistics = decision.parameters, decision.models.statistics
    sites, nucleus = decision.models.sites, decision.chunk.task["nucleus"]
    counts = statistics.of_queue.get((queue.name,), {})
    number = counts.get("transferring", 0)
    if parameters["transferring_exempt"]:
        site = sites.storage(queue).atlas_site
        if queue.name in decision.near_names or site is None or site == nucleus:
            return
        bound = statistics.transferring_to.get((queue.name,), {})
        number -= sum(bound[to] for to in bound if to in sites.closed_nuclei)
    limit = queue.transferring_limit or parameters.number("transferring_limit")
    if number > max(limit, 2 * counts.get("running", 0)):
        yield "-transferring"


def pledges(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-72 unpledged and JB-73 over-used queues, in times of too little work."""
    parameters = decision.parameters
    if parameters["WORK_SHORTAGE"] is not True:
        return
    counts_all = parameters["pledge_scope"] == "queue"
    used = sum(
        counts.get(status, 0)
        for (name, label), counts in decision.models.statistics.cores.items()
        if name == queue.name and (counts_all or label == decision.chunk.label)
        for status in parameters.words("pledge_statuses")
    )
    if queue.pledged_cpu == -1 and decision.applies("-non_pledged"):
        yield "-non_pledged"
    if 0 < queue.pledged_cpu < used and decision.applies("-over_pledged"):
        yield "-over_pledged"


def nucleus_only(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-75: only near the nucleus."""
    argmax = decision.parameters["t1_negative_argmax"]
    near = decision.near_names if argmax else decision.nucleus_names
    if forces_nucleus(decision) and queue.name not in near:
        yield "-t1weight"


def forces_nucleus(decision: Decision) -> bool:
    """Tell whether the weight of the task allows only queues of the nucleus."""
    chunk = decision.chunk
    if chunk.is_merging:
        return False
    if decision.parameters["t1_negative_argmax"]:
        return chunk.t1_weight < 0
    return chunk.t1_weight == -1


def io_intensity(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-76."""
    chunk, most = decision.chunk, queue.max_io_intensity
    is_asked = chunk.io_intensity and not chunk.is_merging
    if is_asked and most is not None and chunk.io_intensity > most:
        yield "-max_io_intensity"


def full_chain(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-77."""
    bare = decision.nucleus.bare_mode if decision.nucleus is not None else None
    if decision.chunk.full_chain is not None and bare in ("only", "allow"):
        if queue.name not in decision.nucleus_names:
            yield "-full_chain"
    elif queue.bare_nucleus == "only":
        yield "-not_full_chain"


def pilots(decision: Decision, queue: Queue) -> Iterator[str]:
    """JB-78: no pilots for three hours."""
    chunk, statistics = decision.chunk, decision.models.statistics
    exempts = decision.parameters.words("nopilot_exempts")
    is_test = "test" in (chunk.label or "") and not chunk.is_express
    is_exempt = (is_test and "test_label" in exempts) or (
        "jumbo" in exempts and chunk.has_jumbo and queue.use_jumbo
    )
    kind = chunk.task["resource_type"]
    slots = statistics.num_slots(queue.name, chunk.slot_tag, kind)
    is_exempt = is_exempt or ("slots" in exempts and slots is not None)
    if is_exempt or statistics.pilots(queue.name):
        return
    if decision.applies("-nopilot"):
        yield "-nopilot"


class Check(NamedTuple):
    """A step: it drops a queue at once, or defers it, which is told last.

    A check on unified queues is asked once for the parent of a family.
    """

    step: int
    fails: Callable[[Decision, Queue], Iterator[str]]
    is_persistent: bool = True
    is_unified: bool = False


DEFERS, UNIFIED = (False, True), (True, True)
#: Every check in its order.
CHECKS = (
    Check(11, status),
    Check(10, unified_parent),
    Check(20, links, *DEFERS),
    Check(22, blocked_link, *UNIFIED),
    Check(25, opportunistic),
    Check(26, inactive, *DEFERS),
    Check(30, zero_share),
    Check(32, jumbo),
    Check(35, disk_io, *DEFERS),
    Check(40, cores),
    Check(45, software, *UNIFIED),
    Check(50, memory),
    Check(53, remote_input, *UNIFIED),
    Check(54, scratch, *UNIFIED),
    Check(56, blacklisted, *DEFERS),
    Check(55, disk, *DEFERS),
    Check(60, short_walltime),
    Check(61, capacity),
    Check(62, long_walltime),
    Check(65, connectivity),
    Check(68, event_service),
    Check(70, transferring, *DEFERS),
    Check(72, pledges, *UNIFIED),
    Check(75, nucleus_only),
    Check(76, io_intensity),
    Check(77, full_chain),
    Check(78, pilots, *DEFERS),
)
