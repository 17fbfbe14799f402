-- criterion: -source_blacklist
-- label: temporary problem check
-- title: the input cannot leave the place where it is complete
-- effect: defer
-- class: capacity
-- source: C089
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes
-- differs: a nucleus queue without the input must receive over WAN too in the running
-- system
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'complete input is readable over LAN only' as detail
from candidate
inner join queue_storage on candidate.unified_name = queue_storage.queue_name
inner join
    chunk_input
    on candidate.jedi_task_id = chunk_input.jedi_task_id
    and candidate.chunk_no = chunk_input.chunk_no
left join
    at_nucleus
    on candidate.jedi_task_id = at_nucleus.jedi_task_id
    and candidate.chunk_no = at_nucleus.chunk_no
    and candidate.queue_name = at_nucleus.queue_name
left join
    nucleus_gap
    on candidate.jedi_task_id = nucleus_gap.jedi_task_id
    and candidate.chunk_no = nucleus_gap.chunk_no
    and candidate.unified_name = nucleus_gap.queue_name
where
    not chunk_input.has_remote_source
    and (
        not coalesce(at_nucleus.is_member, false)
        or (
            not queue_storage.has_output
            and (not queue_storage.has_input or nucleus_gap.queue_name is not null)
        )
    )
