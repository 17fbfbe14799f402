-- title: how many queues of each chunk were weighed and chosen
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 6.6; jumbo queues that stand apart do not carry a chunk
select
    chunk.jedi_task_id,
    chunk.chunk_no,
    count(weighed.queue_name)::integer as n_candidates,
    (
        count(weighed.queue_name) filter (
            where weighed.is_chosen and not weighed.for_jumbo
        )
    )::integer as n_selected
from chunk
left join
    weighed
    on chunk.jedi_task_id = weighed.jedi_task_id
    and chunk.chunk_no = weighed.chunk_no
where chunk.work = 'job'
group by chunk.jedi_task_id, chunk.chunk_no
