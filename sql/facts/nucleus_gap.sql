-- title: queues of a chunk's nucleus that lack the whole input of the chunk
-- grain: jedi_task_id, chunk_no, queue_name
-- differs: only in the running system such a queue must receive over WAN
-- note: rows only for chunks whose input is complete somewhere
with
    sourced as (
        select distinct
            chunk_complete_endpoint.jedi_task_id, chunk_complete_endpoint.chunk_no, chunk.nucleus
        from chunk_complete_endpoint
        inner join chunk using (jedi_task_id, chunk_no)
        cross join cfg
        where cfg.nucleus_incomplete_needs_wan
    )

select
    sourced.jedi_task_id,
    sourced.chunk_no,
    nucleus_queue.queue_name,
    bool_or(is_usable(uses.write_wan, cfg.endpoint_status_mode)) as receives_wan
from sourced
inner join nucleus_queue on sourced.nucleus = nucleus_queue.nucleus and nucleus_queue.is_member
inner join
    queue_endpoint_use as uses
    on nucleus_queue.queue_name = uses.queue_name
    and uses.is_input
    and uses.is_datadisk
cross join cfg
left join chunk_complete_endpoint using (jedi_task_id, chunk_no, ddm_endpoint_name)
group by sourced.jedi_task_id, sourced.chunk_no, nucleus_queue.queue_name
having count(chunk_complete_endpoint.ddm_endpoint_name) = 0
