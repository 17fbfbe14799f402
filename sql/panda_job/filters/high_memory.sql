-- criterion: -highmemory
-- label: memory check
-- title: the estimated memory is below the queue's lower limit
-- class: never_fits
-- source: C075, C079, O030
-- bounds: a need equal to the limit passes
-- nulls: no limit (NULL or 0) and no request pass
-- differs: the estimate itself; a base without ramCount asks for nothing in the running
-- system, see the facts memory and chunk_memory
select
    candidate.*,
    memory.need_mb as asked,
    '>=' as operator,
    pseudo_queue.min_rss as offered,
    'MB' as unit,
    format('needs {} MB < min_rss {} MB', asked::bigint, trunc(offered)::bigint) as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
inner join memory using (jedi_task_id, chunk_no, pseudo_queue)
where offered > 0 and asked > 0 and asked < offered
