-- criterion: -lowmemory
-- label: memory check
-- title: the estimated memory does not fit under the queue's upper limit
-- class: never_fits
-- source: C075, C078, O030
-- bounds: a need equal to the limit passes
-- nulls: no limit (NULL or 0) and no request pass
-- differs: the estimate itself; a base without ramCount asks for nothing in the running
-- system, see the facts memory and chunk_memory
select
    candidate.*,
    memory.need_mb as asked,
    '<=' as operator,
    pseudo_queue.max_rss as offered,
    'MB' as unit,
    format('needs {} MB > max_rss {} MB', asked::bigint, trunc(offered)::bigint) as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
inner join memory using (jedi_task_id, chunk_no, pseudo_queue)
where offered > 0 and asked > offered
