-- criterion: -lowmemory
-- label: memory check
-- title: the estimated memory does not fit under the queue's upper limit
-- effect: drop
-- class: never_fits
-- source: Brokerage page, ATLAS Production Job Brokerage, "maximum (and minimum) memory
-- size per core"
-- source: spec/production.md 4.4 JB-50
-- bounds: a need equal to the limit passes
-- nulls: no limit (NULL or 0) and no request pass
-- differs: the estimate itself (D17); a base without ramCount asks for nothing in the
-- running system (spec/page-corrections.md V12): see the facts memory and chunk_memory
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    memory.need_mb as asked,
    '<=' as operator,
    pseudo_queue.max_rss as offered,
    'MB' as unit,
    format(
        'needs {} MB > max_rss {} MB', asked::bigint, trunc(offered)::bigint
    ) as detail
from candidate
inner join pseudo_queue using (queue_name)
inner join memory using (jedi_task_id, chunk_no, queue_name)
where offered > 0 and asked > offered
