-- title: queues by speed
select
    weight_speed.jedi_task_id,
    weight_speed.chunk_no,
    weight_speed.queue_name,
    row_number() over (
        partition by weight_speed.jedi_task_id, weight_speed.chunk_no
        order by weight_speed.speed desc, weight_speed.queue_name
    ) as rank
from weight_speed
left join
    cap_hit
    on weight_speed.jedi_task_id = cap_hit.jedi_task_id
    and weight_speed.chunk_no = cap_hit.chunk_no
    and weight_speed.queue_name = cap_hit.queue_name
where cap_hit.step is null
