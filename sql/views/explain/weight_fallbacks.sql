-- title: weighed queues whose link to the nucleus of a chunk has no throughput
-- grain: unified_name
-- nulls: without a closeness that of an unknown link counts
-- note: then the closeness of the link counts
select distinct
    weighed.unified_name,
    coalesce(nucleus_link.closeness, cfg.missing_closeness) as closeness,
    nucleus_link.closeness is not null as is_known
from weighed
inner join chunk using (jedi_task_id, chunk_no)
left join
    nucleus_link
    on chunk.nucleus = nucleus_link.nucleus
    and chunk.transfer_activity = nucleus_link.transfer_activity
    and weighed.unified_name = nucleus_link.queue_name
cross join cfg
where
    weighed.jedi_task_id = ?
    and weighed.chunk_no = ?
    and weighed.unit_no between ? and ?
    and chunk.nucleus is not null
    and cfg.nw_active
    and nucleus_link.mbps is null
    and weighed.network <> 1
    and not coalesce(nucleus_link.is_at_nucleus, false)
order by closeness, weighed.unified_name
