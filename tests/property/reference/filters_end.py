"""Filters JB-55, JB-56 and JB-65 to JB-78: storage, network, load, nucleus."""

from __future__ import annotations

from collections.abc import Callable

from tests.property.reference.context import (
    Check,
    Decision,
    Predicate,
    defer,
    drop,
    drop_unified,
)
from tests.property.reference.filters_job import job_checks, walltime_checks
from tests.property.reference.filters_queue import queue_checks
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


def all_checks(decision: Decision) -> list[Check]:
    """Return every check that applies to a chunk, in step order."""
    return [
        *queue_checks(decision),
        *job_checks(decision),
        *storage_checks(decision),
        *walltime_checks(decision),
        *connectivity_checks(decision),
        *event_service_checks(decision),
        *load_checks(decision),
        *pledge_checks(decision),
        *nucleus_checks(decision),
        *pilot_checks(decision),
    ]


def usable_space(endpoint: Row) -> int:
    """Return the usable GB of an endpoint."""
    return (
        (endpoint["space_free"] or 0)
        + (endpoint["space_expired"] or 0)
        - (endpoint["space_min_free"] or 0)
        - (endpoint["space_unavailable"] or 0)
    )


def storage_checks(decision: Decision) -> list[Check]:
    """JB-56 endpoint states and JB-55 free space: the last that fails is told."""
    parameters = decision.models.parameters
    least = parameters.number("STORAGE_MIN_FREE_SIZE")
    free_only = parameters["storage_free_model"] == "free"
    strict = parameters["storage_free_op"] == ">"

    def is_full(queue: Queue) -> bool:
        endpoint = decision.models.sites.storage(queue).default_output
        if endpoint is None:
            return False
        space = (endpoint["space_free"] or 0) if free_only else usable_space(endpoint)
        return space <= least if strict else space < least

    def blocks(criterion: str) -> Predicate:
        return lambda queue: (
            criterion if criterion in blacklisted(decision, queue) else None
        )

    return [
        *(defer(56, blocks(criterion)) for criterion in BLACKLISTS),
        defer(55, lambda queue: "-disk" if is_full(queue) else None),
    ]


def blacklisted(decision: Decision, queue: Queue) -> frozenset[str]:
    """Return which directions of a queue's disk endpoints are closed."""
    sites, completeness = decision.models.sites, decision.completeness
    storage, is_up = sites.storage(queue), sites.is_up
    in_nucleus = queue.name in decision.nucleus_names
    needs_wan = bool(decision.models.parameters["nucleus_incomplete_needs_wan"])
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
    return frozenset(
        criterion
        for criterion, is_fine in zip(BLACKLISTS, is_open, strict=True)
        if not is_fine
    )


def connectivity_checks(decision: Decision) -> list[Check]:
    """JB-65 connectivity and JB-66 IP stack."""
    rule = decision.chunk.rule
    if not decision.applies("-network"):
        return []
    checks = []
    accepted: tuple[str, ...] | None = None
    match rule.integer("IP"):
        case 1:
            accepted = ("full",)
        case 2:
            accepted = ("full", "http")
        case _:
            if rule.has("IP") and decision.models.parameters["connectivity_none"]:
                accepted = ("full", "http", "none")
    if accepted is not None:
        words = accepted
        checks.append(
            drop(65, lambda queue: None if queue.connectivity in words else "-network")
        )
    stack = {4: "IPv4", 6: "IPv6"}.get(rule.integer("IK") or 0)
    if stack is not None:
        checks.append(
            drop(66, lambda queue: None if queue.ip_stack == stack else "-network")
        )
    return checks


def event_service_checks(decision: Decision) -> list[Check]:
    """JB-68."""
    chunk = decision.chunk

    def check(criterion: str, fails: Callable[[Queue], bool]) -> Check:
        return drop(68, lambda queue: criterion if fails(queue) else None)

    checks: dict[str, Callable[[Queue], bool]] = {
        "-nones": lambda queue: queue.job_seed == "es"
    }
    if chunk.is_es_pure:
        checks = {
            "-es": lambda queue: queue.job_seed == "std",
            "-eshigh": lambda queue: (
                queue.job_seed == "eshigh" and not chunk.is_es_high
            ),
            "-es_ucore": lambda queue: (
                queue.parent is not queue and queue.core_count == 1
            ),
        }
    return [
        check(name, fails) for name, fails in checks.items() if decision.applies(name)
    ]


def load_checks(decision: Decision) -> list[Check]:
    """JB-70 transferring jobs."""
    chunk, models = decision.chunk, decision.models
    parameters, statistics, sites = models.parameters, models.statistics, models.sites
    nucleus = chunk.task["nucleus"]
    default = parameters.number("transferring_limit")
    exempts = bool(parameters["transferring_exempt"])
    closed = sites.closed_nuclei

    def transfers(queue: Queue) -> str | None:
        if exempts:
            site = sites.storage(queue).atlas_site
            if queue.name in decision.near_names or site is None or site == nucleus:
                return None
        counts = statistics.of_queue.get((queue.name,), {})
        number = counts.get("transferring", 0)
        if exempts and number:
            bound = statistics.transferring_to.get((queue.name,), {})
            number -= sum(bound[target] for target in bound if target in closed)
        limit = max(queue.transferring_limit or default, 2 * counts.get("running", 0))
        return "-transferring" if number > limit else None

    return [defer(70, transfers)]


def pledge_checks(decision: Decision) -> list[Check]:
    """JB-72 unpledged and JB-73 over-used queues, in times of too little work."""
    chunk, models = decision.chunk, decision.models
    parameters, statistics = models.parameters, models.statistics
    if parameters["WORK_SHORTAGE"] is not True:
        return []
    checks = []
    statuses = parameters.words("pledge_statuses")
    counts_all = parameters["pledge_scope"] == "queue"

    def over_pledged(queue: Queue) -> str | None:
        used = sum(
            counts.get(status, 0)
            for (name, label), counts in statistics.cores.items()
            if name == queue.name and (counts_all or label == chunk.label)
            for status in statuses
        )
        over = queue.pledged_cpu > 0 and used > queue.pledged_cpu
        return "-over_pledged" if over else None

    if decision.applies("-non_pledged"):
        checks.append(
            drop_unified(
                72, lambda queue: "-non_pledged" if queue.pledged_cpu == -1 else None
            )
        )
    if decision.applies("-over_pledged"):
        checks.append(drop_unified(73, over_pledged))
    return checks


def nucleus_checks(decision: Decision) -> list[Check]:
    """JB-75 only near the nucleus, JB-76 input rate, JB-77 full chain."""
    chunk, checks = decision.chunk, []
    if forces_nucleus(decision):
        argmax = decision.models.parameters["t1_negative_argmax"]
        near = decision.near_names if argmax else decision.nucleus_names
        checks.append(
            drop(75, lambda queue: None if queue.name in near else "-t1weight")
        )
    if chunk.io_intensity and not chunk.is_merging:
        rate = chunk.io_intensity

        def too_intense(queue: Queue) -> str | None:
            limit = queue.max_io_intensity
            return "-max_io_intensity" if limit is not None and rate > limit else None

        checks.append(drop(76, too_intense))
    bare = decision.nucleus.bare_mode if decision.nucleus is not None else None
    if chunk.full_chain is not None and bare in ("only", "allow"):
        names = decision.nucleus_names
        checks.append(
            drop(77, lambda queue: None if queue.name in names else "-full_chain")
        )
    else:
        checks.append(
            drop(
                77,
                lambda queue: (
                    "-not_full_chain" if queue.bare_nucleus == "only" else None
                ),
            )
        )
    return checks


def forces_nucleus(decision: Decision) -> bool:
    """Tell whether the weight of the task allows only queues of the nucleus."""
    chunk = decision.chunk
    if chunk.is_merging:
        return False
    if decision.models.parameters["t1_negative_argmax"]:
        return chunk.t1_weight < 0
    return chunk.t1_weight == -1


def pilot_checks(decision: Decision) -> list[Check]:
    """JB-78: no pilots for three hours."""
    chunk, models = decision.chunk, decision.models
    exempts = models.parameters.words("nopilot_exempts")
    if not decision.applies("-nopilot"):
        return []
    if (
        "test_label" in exempts
        and "test" in (chunk.label or "")
        and not chunk.is_express
    ):
        return []
    spares_jumbo = "jumbo" in exempts and chunk.has_jumbo

    def idle(queue: Queue) -> str | None:
        if models.statistics.pilots(queue.name) or (spares_jumbo and queue.use_jumbo):
            return None
        if "slots" in exempts:
            slots = models.statistics.num_slots(
                queue.name, chunk.slot_tag, chunk.task["resource_type"]
            )
            if slots is not None:
                return None
        return "-nopilot"

    return [defer(78, idle)]
