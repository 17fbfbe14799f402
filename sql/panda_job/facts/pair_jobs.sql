-- title: jobs at a queue that a chunk has to reckon with
-- grain: pair_no
-- source: spec/production.md 6.1-6.2, before numSlots and workers are looked at
-- differs: event service of high priority counts its share at eshigh queues, not its
-- differs: work queue
select
    survivor.pair_no,
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.unified_name,
    chunk.priority <= cfg.max_prio_to_bootstrap as is_low_prio,
    coalesce(work_queue_jobs.n_running, 0) as n_running,
    coalesce(work_queue_jobs.n_activated, 0) as n_activated,
    coalesce(work_queue_jobs.n_assigned, 0) as n_assigned,
    coalesce(work_queue_jobs.n_starting, 0) as n_starting,
    coalesce(work_queue_jobs.n_defined, 0) as n_defined,
    coalesce(queue_jobs.n_running, 0) as n_running_all,
    case
        when chunk.is_preassigned and list_contains(cfg.preassign_exempts, '-nopilot')
        then 0
        else coalesce(queue_pilot.n_pilots, 0)
    end as n_pilots,
    least(coalesce(queue_worker.n_workers, 0), cfg.worker_cutoff) as n_workers,
    trunc(queue_slot.num_slots::double / greatest(pseudo_queue.core_count, 1))::bigint
    as num_slots,
    unified_queue.is_ucore,
    unified_queue.is_pull_ups
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pseudo_queue on survivor.queue_name = pseudo_queue.queue_name
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
left join queue_jobs on survivor.unified_name = queue_jobs.queue_name
left join queue_pilot on survivor.unified_name = queue_pilot.queue_name
left join queue_worker on survivor.unified_name = queue_worker.queue_name
left join
    queue_slot
    on chunk.work_queue_tag = queue_slot.work_queue_tag
    and chunk.resource_type = queue_slot.resource_type
    and survivor.unified_name = queue_slot.queue_name
left join
    work_queue_jobs
    on survivor.unified_name = work_queue_jobs.queue_name
    and work_queue_jobs.load_tag = case
        when
            chunk.resource_queue_id is null
            or (
                chunk.is_es_pure
                and chunk.is_scout_or_top
                and unified_queue.job_seed = 'eshigh'
            )
        then chunk.gshare
        else chunk.resource_queue_id || '/' || chunk.prod_source_label
    end
cross join cfg
