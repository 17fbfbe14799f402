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
inner join weight_speed on survivor.pair_no = weight_speed.pair_no
left join cap_hit on survivor.pair_no = cap_hit.pair_no
where cap_hit.step is null
