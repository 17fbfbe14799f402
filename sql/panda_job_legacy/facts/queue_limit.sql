-- title: how many queues a chunk is sent to at most
-- grain: jedi_task_id, chunk_no
-- source: O055
-- nulls: a task without a cloud is no WORLD task
-- note: all candidates of other tasks are taken
with everything as (select count(*) as n_queues from pseudo_queue)

select
    chunk.jedi_task_id,
    chunk.chunk_no,
    if(task.cloud = cfg.world_cloud, cfg.max_candidates, everything.n_queues) as n_most
from chunk
inner join task using (jedi_task_id)
cross join everything
cross join cfg
