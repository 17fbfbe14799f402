-- title: the queues between which the jobs of a chunk are shared out
-- grain: pair_no
-- nulls: no cap is no limit; a queue without jobChunkSize takes the usual batch
-- note: queues for jumbo jobs take no other ones; n_room = jobs that may still come,
-- push = weight before any of them is queued
with
    asked as (
        select numbered_unit.unit_no, numbered_unit.jedi_task_id, numbered_unit.chunk_no
        from numbered_unit
        cross join cfg
        where cfg.place
    )

select
    asked.unit_no,
    weighed.pair_no,
    weighed.jedi_task_id,
    weighed.chunk_no,
    weighed.queue_name,
    weighed.rank,
    weighed.is_bootstrap,
    if(weighed.is_bootstrap, 1, weighed.weight) * (weighed.n_queued + 1) as push,
    weighed.n_queued,
    coalesce(weighed.n_running_cap - weighed.n_queued, chunk_jobs.n_jobs) as n_room,
    chunk_jobs.n_jobs,
    chunk_jobs.is_guessed,
    coalesce(
        queue_setting.job_chunk_size,
        if(chunk.is_scout or task_rule.is_hpo, cfg.place_batch_small, cfg.place_batch)
    ) as n_batch,
    chunk.draw_key
from weighed
inner join asked using (jedi_task_id, chunk_no)
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_jobs using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join queue_setting on weighed.unified_name = queue_setting.queue_name
cross join cfg
where weighed.is_chosen and not weighed.for_jumbo and weighed.weight >= 0
