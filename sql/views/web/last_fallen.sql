-- title: the criterion that took the last queues of a chunk, of most of them
-- grain: policy, jedi_task_id, chunk_no
with
    fallen as (
        select policy, jedi_task_id, chunk_no, line_no, criterion, count(*) as n_queues
        from pair
        where criterion is not null
        group by policy, jedi_task_id, chunk_no, line_no, criterion
    )

select
    policy, jedi_task_id, chunk_no, arg_max(criterion, (line_no, n_queues, criterion)) as criterion
from fallen
group by policy, jedi_task_id, chunk_no
