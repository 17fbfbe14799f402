-- title: the criterion that took the last queues of a chunk, of most of them
-- grain: policy, jedi_task_id, chunk_no
with
    fallen as (
        select
            pair.policy,
            pair.jedi_task_id,
            pair.chunk_no,
            pair.line_no,
            pair.criterion,
            count(*) as n_queues
        from pair
        where pair.criterion is not null
        group by
            pair.policy, pair.jedi_task_id, pair.chunk_no, pair.line_no, pair.criterion
    )

select
    fallen.policy,
    fallen.jedi_task_id,
    fallen.chunk_no,
    arg_max(
        fallen.criterion, (fallen.line_no, fallen.n_queues, fallen.criterion)
    ) as criterion
from fallen
group by fallen.policy, fallen.jedi_task_id, fallen.chunk_no
