-- title: jobs at a queue that a chunk has to reckon with
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: C123, C126
-- note: before numSlots and workers are looked at
select
    weighed_pair.jedi_task_id,
    weighed_pair.chunk_no,
    weighed_pair.pseudo_queue,
    weighed_pair.queue_name,
    weighed_chunk.nucleus,
    weighed_chunk.is_low_prio,
    coalesce(work_queue_jobs.n_running, 0) as n_share_running,
    coalesce(work_queue_jobs.n_activated, 0) as n_activated,
    coalesce(work_queue_jobs.n_assigned, 0) as n_assigned,
    coalesce(work_queue_jobs.n_starting, 0) as n_starting,
    coalesce(work_queue_jobs.n_defined, 0) as n_defined,
    if(weighed_chunk.is_without_pilots, 0, weighed_queue.n_pilots) as n_pilots,
    weighed_queue.n_workers,
    queue_slot.num_slots,
    trunc(queue_slot.num_slots::double / weighed_queue.n_cores)::bigint as n_promised,
    weighed_queue.is_ucore,
    weighed_queue.is_pull_ups,
    weighed_queue.uses_only_local_data
from weighed_pair
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join queue_slot using (work_queue_tag, resource_type, queue_name)
inner join weighed_queue using (pseudo_queue)
left join
    work_queue_jobs
    on weighed_pair.queue_name = work_queue_jobs.queue_name
    and work_queue_jobs.load_tag = case
        when weighed_chunk.is_top_es and weighed_queue.is_es_high
        then weighed_chunk.share_tag
        else weighed_chunk.load_tag
    end
