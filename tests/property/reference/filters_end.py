"""Filters JB-55, JB-56 and JB-65 to JB-78: storage, network, load; and all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.property.reference import filters_job as job
from tests.property.reference import filters_queue as state
from tests.property.reference.context import Decision
from tests.property.reference.parameters import Parameters
from tests.property.reference.queues import Queue
from tests.property.reference.world import Row

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
    endpoint = decision.models.sites.storage(queue).default_output
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
    Check(11, state.status),
    Check(10, state.unified_parent),
    Check(20, state.links, *DEFERS),
    Check(22, state.blocked_link, *UNIFIED),
    Check(25, state.opportunistic),
    Check(26, state.inactive, *DEFERS),
    Check(30, state.zero_share),
    Check(32, state.jumbo),
    Check(35, state.disk_io, *DEFERS),
    Check(40, state.cores),
    Check(45, state.software, *UNIFIED),
    Check(50, job.memory),
    Check(53, job.remote_input, *UNIFIED),
    Check(54, job.scratch, *UNIFIED),
    Check(56, blacklisted, *DEFERS),
    Check(55, disk, *DEFERS),
    Check(60, job.short_walltime),
    Check(61, job.capacity),
    Check(62, job.long_walltime),
    Check(65, connectivity),
    Check(68, event_service),
    Check(70, transferring, *DEFERS),
    Check(72, pledges, *UNIFIED),
    Check(75, nucleus_only),
    Check(76, io_intensity),
    Check(77, full_chain),
    Check(78, pilots, *DEFERS),
)
