-- criterion: -cpucore
-- label: core count check
-- title: the cores of the queue do not match those of the task
-- class: never_fits
-- exempts: preassigned_chunk
-- source: C070, O025
-- bounds: a single-core task fits 0 or 1 cores, a multi-core task more than 1
-- nulls: a queue of unknown cores is single-core; a task of 0 cores fits anywhere
-- unless urgent
select
    candidate.*,
    if(chunk_scout.core_mode in ('only', 'unuse'), 1, null) as asked,
    if(chunk_scout.core_mode = 'only', '<', '>=') as operator,
    coalesce(pseudo_queue.core_count, 0) as offered,
    'cores' as unit,
    format(
        'queue has {} cores, task asks for {}',
        pseudo_queue.core_count,
        case
            when chunk.n_cores > 0
            then chunk.n_cores::varchar
            when chunk_scout.core_mode = 'only'
            then 'several'
            else 'one'
        end
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join pseudo_queue using (pseudo_queue)
where
    (
        (chunk_scout.core_mode = 'only' and offered <= 1)
        or (chunk_scout.core_mode = 'unuse' and pseudo_queue.core_count > 1)
    )
