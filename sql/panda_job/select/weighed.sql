-- title: every pair that reached the weights, with its factors and what became of it
-- grain: pair_no
-- source: design/interfaces.md, result tables candidate and weighed
-- nulls: no cap for express work; no platform unless a pattern was resolved; no
-- nulls: max_wdir
-- nulls: where the queue has no limit
select
    ranked.pair_no,
    ranked.jedi_task_id,
    ranked.chunk_no,
    ranked.queue_name,
    ranked.unified_name,
    ranked.* exclude (
        pair_no, jedi_task_id, chunk_no, queue_name, unified_name, criterion, detail
    ),
    case
        when chunk.is_express
        then null
        when pair_cap.is_by_type
        then pair_cap.cap_rt
        else pair_cap.cap
    end::bigint as n_running_cap,
    case
        when pair_cap.is_by_type
        then coalesce(pair_cap.n_queued_rt, 0)
        else pair_cap.n_queued
    end::bigint as n_queued,
    software_match.platform,
    nullif(
        unified_queue.max_wdir::double
        / case when chunk_scratch.is_single_core then unified_queue.n_cores else 1 end,
        0
    ) as max_wdir,
    ranked.criterion,
    coalesce(ranked.detail, format('weight {:.4g}', ranked.weight)) as detail
from ranked
inner join
    chunk
    on ranked.jedi_task_id = chunk.jedi_task_id
    and ranked.chunk_no = chunk.chunk_no
inner join unified_queue on ranked.unified_name = unified_queue.queue_name
inner join
    chunk_scratch
    on ranked.jedi_task_id = chunk_scratch.jedi_task_id
    and ranked.chunk_no = chunk_scratch.chunk_no
inner join pair_cap on ranked.pair_no = pair_cap.pair_no
left join software_request on ranked.jedi_task_id = software_request.jedi_task_id
left join
    software_match
    on software_request.software_no = software_match.software_no
    and ranked.unified_name = software_match.queue_name
