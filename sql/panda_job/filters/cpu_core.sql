-- criterion: -cpucore
-- label: core count check
-- title: the cores of the queue do not match those of the task
-- effect: drop
-- class: never_fits
-- source: C070
-- bounds: a single-core task fits 0 or 1 cores, a multi-core task more than 1
-- nulls: a queue of unknown cores is single-core; a task of 0 cores fits anywhere
-- unless urgent
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    if(chunk.core_mode in ('only', 'unuse'), 1, null) as asked,
    if(chunk.core_mode = 'only', '<', '>=') as operator,
    coalesce(pseudo_queue.core_count, 0) as offered,
    'cores' as unit,
    format(
        'queue has {} cores, task asks for {}',
        pseudo_queue.core_count,
        case
            when coalesce(chunk.n_cores, 0) > 0
            then chunk.n_cores::varchar
            when chunk.core_mode = 'only'
            then 'several'
            else 'one'
        end
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join pseudo_queue using (queue_name)
where
    (
        (chunk.core_mode = 'only' and offered <= 1)
        or (chunk.core_mode = 'unuse' and pseudo_queue.core_count > 1)
    )
    and not list_contains(chunk.exempt_from, '-cpucore')
