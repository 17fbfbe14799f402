"""The filters of the job brokerage as a user of Polars writes them.

Profile page alone; `masks` makes all of them, see bench.polars_peer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from brokersql.core.database import Database

try:
    import polars as pl
except ImportError as error:
    raise SystemExit("Polars is missing: pip install '.[polars]'") from error

Facts = Mapping[str, pl.LazyFrame]
Named = Mapping[str, tuple[str, str]]

CHUNK = "jedi_task_id chunk_no"
PARTNER = "pseudo_queue queue_name is_unified_parent core_count max_rss min_rss"
#: Facts about chunks, the columns that they are joined by, and those that are read.
OF_CHUNK = {
    "chunk": (
        CHUNK,
        "nucleus transfer_activity priority is_merging is_es_pure io_intensity "
        "prod_source_label",
    ),
    "chunk_scout": (CHUNK, "is_scout core_mode"),
    "chunk_memory": (CHUNK, "ram_mb base_mb is_per_core"),
    "chunk_scratch": (
        CHUNK,
        "copy_mb direct_mb is_copied is_shared may_read_directly",
    ),
    "chunk_walltime": (
        CHUNK,
        "is_hs06 base_s cpu_efficiency need is_limited is_dynamic need_min need_max",
    ),
    "preassigned_chunk": (CHUNK, "preassignment_no is_single exempt_from"),
    "zero_share_request": (CHUNK, "zero_share_no"),
    "task": ("jedi_task_id", "n_ready_events disk_io"),
    "task_work_queue": ("jedi_task_id", "work_queue_name"),
    "software_request": ("jedi_task_id", "software_no"),
    "task_rule": (
        "jedi_task_id",
        "t1_weight max_core_count ip_connectivity ip_stack allow_input_lan "
        "merges_output has_jumbo",
    ),
}
OF_QUEUE = {
    "unified_queue": (
        "queue_name",
        "status pledged_cpu job_seed network_connectivity ip_stack direct_access_lan "
        "max_input_size max_wdir n_cores max_time min_time core_power uses_jumbo "
        "min_events_for_jumbo max_disk_io transferring_limit max_io_intensity",
    ),
    "queue_jobs": ("queue_name", "n_running n_activated n_transferring"),
    "queue_pilot": ("queue_name", "n_pilots is_silent"),
    "queue_disk_io": ("queue_name", "kb_per_s"),
    "default_output": ("queue_name", "space_gb"),
    "queue_storage": ("queue_name", "reads_lan writes_lan"),
    "software_queue": ("queue_name", "config_no"),
}
#: Facts about both.
OF_PAIR = {
    "nucleus_link": (
        "nucleus transfer_activity queue_name",
        "is_at_nucleus n_queued n_backlog is_spared",
    ),
    "nucleus_queue": ("nucleus queue_name", "is_member"),
    "zero_share": ("zero_share_no queue_name", "is_refused"),
    "software_decision": ("software_no config_no", "is_accepted"),
}


def failing(cfg: Mapping[str, pl.Expr]) -> dict[str, pl.Expr]:
    """Return by filter when a pair fails, as profile page has it."""
    c, when = pl.col, pl.when
    cores = pl.max_horizontal(c.core_count, 1)
    factor = when(c.is_per_core).then(cores).otherwise(1)
    memory_mb = cfg["memory_compensation"] * (c.ram_mb * factor + c.base_mb)
    need_mb = memory_mb.cast(pl.Int64)
    is_urgent = (c.priority >= cfg["high_prio"]) | c.is_scout
    reads_directly = c.may_read_directly & c.direct_access_lan
    is_direct = ~c.is_copied & ((c.max_input_size == -1) | reads_directly)
    scratch_mb = when(is_direct).then(c.direct_mb).otherwise(c.copy_mb)
    scratch_offered = c.max_wdir / when(c.is_shared).then(c.n_cores).otherwise(1)
    io_limit = when(c.max_disk_io > 0).then(c.max_disk_io)
    io_limit = io_limit.otherwise(cfg["max_diskio_default"])
    free_gb = cfg["storage_min_free_size"]
    ceiling = pl.max_horizontal(
        when(c.transferring_limit != 0)
        .then(c.transferring_limit)
        .otherwise(cfg["transferring_limit_default"]),
        cfg["transferring_per_running"] * c.n_running,
    )
    is_dynamic = c.is_dynamic & (c.min_time > 0)

    def work(limit: pl.Expr) -> pl.Expr:
        span = (limit - c.base_s) * cores * c.core_power * c.cpu_efficiency / 100
        return when(c.is_hs06).then(span.cast(pl.Int64)).otherwise(limit * cores)

    longest, shortest = work(c.max_time), work(c.min_time)
    wide = when(c.ip_connectivity == cfg["ip_connectivity_full"]).then(
        c.network_connectivity == "full"
    )
    wide = wide.when(c.ip_connectivity == cfg["ip_connectivity_http"]).then(
        c.network_connectivity.is_in(["full", "http"])
    )
    wide = wide.otherwise(c.network_connectivity.is_in(["full", "http", "none"]))
    return {
        "status": ~c.status.is_in(cfg["status_set"]).fill_null(False)
        & ~c.exempt_from.list.contains("-status").fill_null(False),
        "unified_parent": c.is_unified_parent & c.preassignment_no.is_null(),
        "link_queued": ~c.is_at_nucleus & (c.n_queued > cfg["nqueued_sat_cap"]),
        "links_full": ~c.is_spared & (c.n_backlog > cfg["nqueued_nuc_cap_for_jobs"]),
        "opportunistic": (c.pledged_cpu == -1) & is_urgent,
        "inactive": c.is_silent
        & (c.n_activated > 0)
        & (is_urgent | c.is_merging | c.merges_output),
        "zero_share": c.is_refused
        & (
            ~c.work_queue_name.fill_null("").is_in(["test", "validation"])
            | (c.is_single & (c.prod_source_label.fill_null("") != "managed"))
        ),
        "jumbo": c.uses_jumbo & ~c.has_jumbo,
        "few_events": c.uses_jumbo
        & c.has_jumbo
        & (c.n_ready_events < c.min_events_for_jumbo),
        "disk_io": (c.disk_io > 0) & (c.kb_per_s > io_limit) & (c.disk_io > io_limit),
        "cpu_core": ((c.core_mode == "only") & (c.core_count.fill_null(0) <= 1))
        | ((c.core_mode == "unuse") & (c.core_count > 1)),
        "max_cpu_core": (c.max_core_count > 0) & (c.core_count > c.max_core_count),
        "cache": ~c.is_accepted,
        "low_memory": (c.max_rss > 0) & (need_mb > c.max_rss),
        "high_memory": (c.min_rss > 0) & (need_mb > 0) & (need_mb < c.min_rss),
        "remote_io": (c.allow_input_lan == cfg["input_lan_only"])
        & ~c.is_merging
        & ~c.direct_access_lan
        & (c.max_input_size.fill_null(0) != -1),
        "scratch_disk": (c.max_wdir != 0) & (scratch_mb >= scratch_offered),
        "write_lan_blacklist": ~c.writes_lan,
        "read_lan_blacklist": ~c.reads_lan,
        "disk_free": c.space_gb <= free_gb,
        "short_walltime": c.is_limited
        & (c.max_time != 0)
        & when(is_dynamic)
        .then(c.need_min > longest)
        .otherwise((c.need > 0) & (c.need > longest)),
        "long_walltime": c.is_limited
        & (c.min_time != 0)
        & when(is_dynamic)
        .then((c.need_min < shortest) & (c.need_max < shortest))
        .otherwise(c.need.is_null() | (c.need < shortest)),
        "connectivity": c.ip_connectivity.is_not_null() & ~wide.fill_null(False),
        "ip_stack": c.ip_stack_of_queue.fill_null("")
        != pl.lit("IPv") + c.ip_stack.cast(pl.String),
        "event_service": c.is_es_pure & (c.job_seed == "std"),
        "no_event_service": ~c.is_es_pure & (c.job_seed == "es"),
        "transferring": c.n_transferring > ceiling,
        "t1_weight": ~c.is_merging
        & (c.t1_weight == -1)
        & ~c.is_member.fill_null(False),
        "max_io_intensity": ~c.is_merging
        & (c.io_intensity != 0)
        & (c.io_intensity > c.max_io_intensity),
        "no_pilot": c.n_pilots == 0,
    }


#: The filters that there are, whatever the settings.
FILTERS = tuple(failing(defaultdict(lambda: pl.lit(0))))


def read_facts(database: Database) -> Facts:
    """Return the facts of a database, without columns that nobody reads."""
    named = {**OF_CHUNK, **OF_QUEUE, **OF_PAIR}
    columns = {name: " ".join(each) for name, each in named.items()}
    columns["pseudo_queue"] = PARTNER
    columns["chunk"] += " work"
    return {
        name: pl.DataFrame(
            database.table(f"select {', '.join(listed.split())} from {name}")
        ).lazy()
        for name, listed in columns.items()
    }


def masks(
    facts: Facts, rules: Mapping[str, pl.Expr], bits: Mapping[str, int]
) -> pl.LazyFrame:
    """Return chunk, pseudo queue and mask of every pair.

    Facts about pairs are looked up last, when few columns are left to carry along.
    """
    on, columns = (
        {each for named in OF_PAIR.values() for each in named[part].split()}
        for part in (0, 1)
    )
    read = {name: set(rule.meta.root_names()) for name, rule in rules.items()}
    late = [name for name in rules if read[name] & columns]
    carried = on.union(*(read[name] for name in late)) - columns

    def mask(names: Iterable[str]) -> pl.Expr:
        none = pl.lit(0, pl.Int64)
        terms = (pl.when(rules[name]).then(1 << bits[name]) for name in names)
        return reduce(or_, (each.otherwise(none) for each in terms))

    key = [*CHUNK.split(), "pseudo_queue"]
    jobs = facts["chunk"].filter(pl.col("work") == "job").select(CHUNK.split())
    queues = looked_up(facts["pseudo_queue"], facts, OF_QUEUE)
    pairs = looked_up(jobs, facts, OF_CHUNK).join(
        queues, how="cross", suffix="_of_queue"
    )
    early = mask(name for name in rules if name not in late)
    pairs = pairs.select(*key, *sorted(carried.difference(key)), mask=early)
    pairs = looked_up(pairs, facts, OF_PAIR)
    return pairs.select(*key, mask=pl.col("mask") | mask(late))


def looked_up(base: pl.LazyFrame, facts: Facts, named: Named) -> pl.LazyFrame:
    """Return rows with the columns of facts about them."""
    for name, (keys, columns) in named.items():
        on = keys.split()
        more = facts[name].select(*on, *columns.split())
        base = base.join(more, on=on, how="left")
    return base
