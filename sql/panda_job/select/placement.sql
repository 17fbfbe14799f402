-- title: batches of jobs in the order in which queues get them
-- grain: jedi_task_id, chunk_no, seq
-- note: result table placement
-- note: empty unless place is set
select
    placeable.jedi_task_id,
    placeable.chunk_no,
    batch.seq,
    placeable.pseudo_queue,
    batch.n_taken as n_jobs,
    placeable.is_bootstrap
from batch
inner join placeable using (jedi_task_id, chunk_no, pseudo_queue)
