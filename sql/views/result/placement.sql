-- title: batches of jobs in the order in which queues get them
select
    getvariable('policy') as policy,
    placement.jedi_task_id,
    placement.chunk_no::integer as chunk_no,
    placement.seq::integer as seq,
    placement.queue_name,
    placement.n_jobs::integer as n_jobs,
    placement.is_bootstrap
from placement
order by placement.jedi_task_id, placement.chunk_no, placement.seq
