-- title: scratch disk that a job needs at a queue, and what the queue offers it
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/production.md 4.8; a job of one core gets the share of one core
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    unified_queue.max_wdir as queue_mb,
    case
        when
            not chunk.is_merging
            and (
                unified_queue.max_input_size = -1
                or (chunk_scratch.may_read_directly and unified_queue.direct_access_lan)
            )
        then chunk_scratch.direct_mb
        else chunk_scratch.copy_mb
    end as need_mb,
    case
        when chunk_scratch.is_single_core
        then unified_queue.max_wdir::double / unified_queue.n_cores
        else unified_queue.max_wdir::double
    end as offered_mb
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join
    chunk_scratch
    on candidate.jedi_task_id = chunk_scratch.jedi_task_id
    and candidate.chunk_no = chunk_scratch.chunk_no
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
