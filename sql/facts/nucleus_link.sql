-- title: the way from a queue's storage to the nucleus of a task, per transfer activity
-- grain: nucleus, transfer_activity, queue_name
-- source: C056, C092, C095, C096
-- nulls: a queue without a default output endpoint, or with one at no known site, has
-- no link
-- differs: a full nucleus spares its own queues and those without a default output
-- endpoint in the running system only; a closed one spares its queues on the page, and
-- those without a default output endpoint in the running system
-- note: names are unified ones
with asked as (select distinct nucleus, transfer_activity from chunk where nucleus is not null)

select
    asked.nucleus,
    asked.transfer_activity,
    unified_queue.queue_name,
    default_output.storage_site is not null as is_mapped,
    default_output.storage_site,
    default_output.storage_site is not distinct from asked.nucleus as is_at_nucleus,
    link.closeness,
    if(asked.transfer_activity = 'Express', link.n_express, link.n_output) as n_queued,
    link.mbps,
    nucleus_storage.is_open,
    nucleus_storage.detail as storage_detail,
    coalesce(nucleus_backlog.n_queued, 0) as n_backlog,
    coalesce(
        not is_at_nucleus
        and if(
            cfg.closed_nucleus_spares = 'members',
            not coalesce(nucleus_queue.is_member, false),
            is_mapped
        )
        and not nucleus_storage.is_open,
        false
    ) as is_unwritable,
    (is_at_nucleus and cfg.nuc_cap_spares_nucleus)
    or (not is_mapped and not cfg.nuc_cap_unmapped) as is_spared,
    not is_at_nucleus and link.closeness = -1 as is_blocked
from asked
cross join unified_queue
cross join cfg
left join default_output using (queue_name)
left join nucleus_queue using (nucleus, queue_name)
left join nucleus_storage using (nucleus)
left join link using (nucleus, storage_site)
left join nucleus_backlog using (nucleus, transfer_activity)
