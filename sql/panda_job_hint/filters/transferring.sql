-- criterion: -transferring
-- label: temporary problem check
-- title: too many jobs still move their output away from the queue
-- effect: defer
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "Too many transferring jobs"
-- source: spec/production.md 4.4 JB-70, 4.5: queues of all nuclei are exempt
-- bounds: a queue exactly at the ceiling passes
-- nulls: no job statistics count as no jobs; a limit of NULL or 0 means the default
-- differs: no queue is exempt on the page (D23)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    greatest(
        coalesce(
            nullif(unified_queue.transferring_limit, 0), cfg.transferring_limit_default
        ),
        cfg.transferring_per_running * queue_jobs.n_running
    ) as asked,
    '>=' as operator,
    queue_jobs.n_transferring as offered,
    'jobs' as unit,
    format('transferring {} jobs > ceiling {}', offered, asked) as detail
from candidate
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
inner join queue_jobs on candidate.unified_name = queue_jobs.queue_name
left join any_nucleus_queue on candidate.unified_name = any_nucleus_queue.queue_name
left join default_output on candidate.unified_name = default_output.queue_name
cross join cfg
where
    offered > asked
    and not (
        cfg.transferring_exempt
        and (
            any_nucleus_queue.queue_name is not null
            or default_output.storage_site is null
        )
    )
