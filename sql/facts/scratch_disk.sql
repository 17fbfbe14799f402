-- title: scratch disk that a job needs at a queue, and what the queue offers it
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: C081, C086, C087
-- note: maxwdir divided by the cores of the whole queue where jobs share it
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.pseudo_queue,
    unified_queue.max_wdir as queue_mb,
    case
        when
            not chunk_scratch.is_copied
            and (
                unified_queue.max_input_size = -1
                or (chunk_scratch.may_read_directly and unified_queue.direct_access_lan)
            )
        then chunk_scratch.direct_mb
        else chunk_scratch.copy_mb
    end as need_mb,
    unified_queue.max_wdir::double
    / if(chunk_scratch.is_shared, unified_queue.n_cores, 1) as offered_mb
from candidate
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
