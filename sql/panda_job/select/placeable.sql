-- title: the queues between which the jobs of a chunk are shared out
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- nulls: no cap is no limit; a queue without jobChunkSize takes the usual batch
-- note: queues for jumbo jobs take no other ones; n_room = jobs that may still come,
-- push = weight before any of them is queued
select
    ranked.jedi_task_id,
    ranked.chunk_no,
    ranked.pseudo_queue,
    ranked.rank,
    ranked.is_bootstrap,
    if(ranked.is_bootstrap, 1, ranked.weight) * (cap_in_force.n_queued + 1) as push,
    cap_in_force.n_queued,
    coalesce(cap_in_force.n_running_cap - cap_in_force.n_queued, chunk_jobs.n_jobs) as n_room,
    chunk_jobs.n_jobs,
    chunk_jobs.is_guessed,
    coalesce(
        unified_queue.job_chunk_size,
        if(
            (chunk_scout.is_scout and not chunk.is_merging) or task_rule.is_hpo,
            cfg.place_batch_small,
            cfg.place_batch
        )
    ) as n_batch,
    chunk.draw_key
from ranked
inner join survivor using (jedi_task_id, chunk_no, pseudo_queue)
inner join cap_in_force using (jedi_task_id, chunk_no, pseudo_queue)
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join chunk_jobs using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue using (queue_name)
cross join cfg
where cfg.place and ranked.is_chosen and not ranked.for_jumbo and ranked.weight >= 0
