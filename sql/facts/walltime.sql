-- title: work that a queue can do between its limits of time, in the unit of the task
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: C099
-- note: a queue of 0 cores or an empty span is not multiplied
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.pseudo_queue,
    case
        when chunk_walltime.is_hs06
        then
            trunc(
                (unified_queue.max_time - chunk_walltime.base_s)
                * greatest(pseudo_queue.core_count, 1)
                * unified_queue.core_power
                * (chunk_walltime.cpu_efficiency / 100::double)
            )
        else unified_queue.max_time * greatest(pseudo_queue.core_count, 1)
    end as longest,
    case
        when chunk_walltime.is_hs06
        then
            trunc(
                (unified_queue.min_time - chunk_walltime.base_s)
                * greatest(pseudo_queue.core_count, 1)
                * unified_queue.core_power
                * (chunk_walltime.cpu_efficiency / 100::double)
            )
        else unified_queue.min_time * greatest(pseudo_queue.core_count, 1)
    end as shortest
from candidate
inner join unified_queue using (queue_name)
inner join pseudo_queue using (pseudo_queue)
inner join chunk_walltime using (jedi_task_id, chunk_no)
