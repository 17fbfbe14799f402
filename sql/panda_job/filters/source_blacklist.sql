-- criterion: -source_blacklist
-- label: temporary problem check
-- title: the input cannot leave the place where it is complete
-- effect: defer
-- class: capacity
-- owner: site with the input
-- source: C089
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes
-- differs: a nucleus queue without the input must receive over WAN too in the running
-- system
select candidate.*, 'complete input is readable over LAN only' as detail
from candidate
inner join queue_storage using (queue_name)
inner join chunk_input using (jedi_task_id, chunk_no)
left join at_nucleus using (jedi_task_id, chunk_no, pseudo_queue)
left join nucleus_gap using (jedi_task_id, chunk_no, queue_name)
where
    not chunk_input.has_remote_source
    and (
        not coalesce(at_nucleus.is_member, false)
        or (
            not queue_storage.has_output
            and (not queue_storage.has_input or nucleus_gap.queue_name is not null)
        )
    )
