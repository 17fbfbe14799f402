-- criterion: -transferring
-- label: temporary problem check
-- title: too many jobs still move their output away from the queue
-- effect: defer
-- class: capacity
-- source: C113, C114, O041, O042
-- bounds: a queue exactly at the ceiling passes
-- nulls: no job statistics count as no jobs; a limit of NULL or 0 means the default
-- differs: the running system exempts queues of the nucleus and those that share its
-- storage, and leaves out jobs bound for nuclei that cannot be written
select
    candidate.*,
    greatest(
        coalesce(nullif(unified_queue.transferring_limit, 0), cfg.transferring_limit_default),
        cfg.transferring_per_running * queue_jobs.n_running
    ) as asked,
    '>=' as operator,
    queue_jobs.n_transferring as offered,
    'jobs' as unit,
    format('transferring {} jobs > ceiling {}', offered, asked) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join queue_jobs using (queue_name)
left join at_nucleus using (jedi_task_id, chunk_no, pseudo_queue)
left join default_output using (queue_name)
cross join cfg
where
    offered > asked
    and not (
        cfg.transferring_exempt
        and (
            at_nucleus.pseudo_queue is not null
            or default_output.storage_site is null
            or default_output.storage_site is not distinct from chunk.nucleus
        )
    )
