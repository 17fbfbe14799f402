-- title: queues by speed
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    row_number() over (
        partition by survivor.jedi_task_id, survivor.chunk_no
        order by weight_speed.speed desc, survivor.queue_name
    ) as rank
from survivor
inner join weight_speed using (jedi_task_id, chunk_no, queue_name)
left join cap_hit using (jedi_task_id, chunk_no, queue_name)
where cap_hit.step is null
