-- title: what a cycle decides about each chunk, as far as two cycles may differ
-- grain: jedi_task_id, chunk_no
select
    result.jedi_task_id,
    result.chunk_no,
    result.status,
    result.criterion,
    list(weighed.queue_name order by weighed.rank, weighed.queue_name) filter (
        weighed.is_chosen
    ) as chosen
from result
left join weighed using (jedi_task_id, chunk_no)
group by all
