-- title: what weights and caps read of a queue, looked up once for all its chunks
-- grain: pseudo_queue
-- note: jobs of all shares, pilots and workers of the unified queue
select
    pseudo_queue.pseudo_queue,
    pseudo_queue.queue_name,
    greatest(pseudo_queue.core_count, 1) as n_cores,
    pseudo_queue.draw_key,
    unified_queue.is_ucore,
    unified_queue.is_pull_ups,
    unified_queue.job_seed = 'eshigh' as is_es_high,
    unified_queue.uses_jumbo,
    unified_queue.uses_only_local_data,
    coalesce(queue_jobs.n_running, 0) as n_running_all,
    coalesce(queue_pilot.n_pilots, 0) as n_pilots,
    least(coalesce(queue_worker.n_workers, 0), cfg.worker_cutoff) as n_workers
from pseudo_queue
inner join unified_queue using (queue_name)
left join queue_jobs using (queue_name)
left join queue_pilot using (queue_name)
left join queue_worker using (queue_name)
cross join cfg
