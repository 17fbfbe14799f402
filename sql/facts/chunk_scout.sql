-- title: whether a chunk is of scouts, and the cores that such urgent work takes
-- grain: jedi_task_id, chunk_no
-- note: scouts and top priority without a core count go to multi-core queues only
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    coalesce(input_chunk.use_scout, chunk_master.has_scouts, false) as is_scout,
    is_scout or chunk.priority >= cfg.top_prio as is_scout_or_top,
    case
        when chunk.n_cores > 1
        then 'only'
        when chunk.n_cores = 0 and is_scout_or_top and chunk.work <> 'analysis'
        then 'only'
        when chunk.n_cores = 0
        then 'any'
        else 'unuse'
    end as core_mode
from chunk
inner join input_chunk using (jedi_task_id, chunk_no)
left join chunk_master using (jedi_task_id, chunk_no)
cross join cfg
