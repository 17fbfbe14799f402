-- title: batches of jobs in the order in which queues get them
select
    getvariable('policy') as policy,
    jedi_task_id,
    placement.chunk_no::integer as chunk_no,
    placement.seq::integer as seq,
    queue_name,
    n_jobs::integer as n_jobs,
    is_bootstrap
from placement
order by jedi_task_id, placement.chunk_no, placement.seq
