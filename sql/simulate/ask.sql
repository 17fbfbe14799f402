-- title: what the policy is asked about next: the jobs of each chunk without a queue
update main.input_chunk
set n_jobs = waiting.n_jobs
from
    (
        select backlog.jedi_task_id, backlog.chunk_no, sum(backlog.n_jobs) as n_jobs
        from backlog
        group by backlog.jedi_task_id, backlog.chunk_no
    ) as waiting
where
    input_chunk.jedi_task_id = waiting.jedi_task_id
    and input_chunk.chunk_no = waiting.chunk_no;

update main.snapshot
set snapshot_id = clock.snapshot_id
from clock;
