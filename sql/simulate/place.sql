-- title: jobs that get a queue, those that came first before the others
-- grain: jedi_task_id, chunk_no, arrived_no, seq
create or replace table placed as
with
    batches as (
        select
            placement.*,
            pseudo_queue.queue_name as unified_name,
            sum(placement.n_jobs) over (
                partition by placement.jedi_task_id, placement.chunk_no
                order by placement.seq
            ) as upto
        from placement
        inner join pseudo_queue on placement.queue_name = pseudo_queue.pseudo_queue
    ),
    ages as (
        select
            backlog.*,
            sum(n_jobs) over (
                partition by jedi_task_id, chunk_no
                order by arrived_no
            ) as upto
        from backlog
    )

select
    batches.jedi_task_id,
    batches.chunk_no,
    ages.arrived_no,
    batches.unified_name,
    batches.seq,
    (
        least(batches.upto, ages.upto)
        - greatest(batches.upto - batches.n_jobs, ages.upto - ages.n_jobs)
    )::bigint as n_jobs
from batches
inner join
    ages
    on batches.jedi_task_id = ages.jedi_task_id
    and batches.chunk_no = ages.chunk_no
    and batches.upto - batches.n_jobs < ages.upto
    and ages.upto - ages.n_jobs < batches.upto;
