-- title: estimated memory of a job at a queue
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: C076, C077, C302, C303, C304, C305
-- nulls: NULL where nothing is asked for
-- differs: base and cores count for every unit on the page, in the running system only
-- for MBPerCore
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.pseudo_queue,
    chunk_memory.ram_mb,
    trunc(
        cfg.memory_compensation * (
            chunk_memory.ram_mb
            * if(chunk_memory.is_per_core, greatest(pseudo_queue.core_count, 1), 1)
            + chunk_memory.base_mb
        )
    ) as need_mb
from candidate
inner join pseudo_queue using (pseudo_queue)
inner join chunk_memory using (jedi_task_id, chunk_no)
cross join cfg
