-- title: the way from a queue's storage to the nucleus of a task, per transfer activity
-- grain: nucleus, transfer_activity, queue_name
-- source: Brokerage page, ATLAS Production Job Brokerage, "links to the nucleus"
-- source: spec/production.md 4.4 JB-20 to JB-23; names are unified ones, a queue
-- source: without
-- source: default output endpoint has no way and is absent
-- differs: the page asks the nucleus for read_wan too (D5), for ON (D46), fails above
-- differs: the
-- differs: caps and closes a full nucleus to its own queues (D4); the running system
-- differs: asks
-- differs: for a write_wan that is not down, fails from the caps on, spares its own
-- differs: queues
with

    asked as (
        select distinct chunk.nucleus, chunk.transfer_activity
        from chunk
        where chunk.nucleus is not null
    ),

    ways as (
        select
            asked.nucleus,
            asked.transfer_activity,
            default_output.queue_name,
            default_output.storage_site,
            default_output.storage_site
            is not distinct from asked.nucleus as is_at_nucleus,
            link.closeness,
            case
                when asked.transfer_activity = 'Express'
                then link.n_express
                else link.n_output
            end as n_queued,
            link.mbps,
            nucleus.output_endpoint,
            nucleus.read_wan,
            nucleus.write_wan,
            nucleus_backlog.n_queued as n_backlog
        from asked
        cross join default_output
        left join nucleus on asked.nucleus = nucleus.nucleus
        left join
            link
            on asked.nucleus = link.nucleus
            and default_output.storage_site = link.storage_site
        left join
            nucleus_backlog
            on asked.nucleus = nucleus_backlog.nucleus
            and asked.transfer_activity = nucleus_backlog.transfer_activity
    )

select
    ways.*,
    not ways.is_at_nucleus
    and (
        not is_usable(ways.write_wan, cfg.endpoint_status_mode)
        or (
            cfg.nucleus_needs_read_wan
            and not is_usable(ways.read_wan, cfg.endpoint_status_mode)
        )
    ) as is_unwritable,
    cfg.nuc_cap_spares_nucleus and ways.is_at_nucleus as is_spared,
    coalesce(not ways.is_at_nucleus and ways.closeness = -1, false) as is_blocked
from ways
cross join cfg
