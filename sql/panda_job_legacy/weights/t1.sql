-- title: queues of the nucleus weigh more
-- source: O043
-- nulls: t1Weight 0 or unset of a task that is not I/O intensive is 1; a negative one
-- is 1; a queue that shares storage with the nucleus weighs 1
-- note: a positive t1Weight, or 4 for I/O intensive tasks
select
    survivor.*,
    case
        when not coalesce(nucleus_queue.is_member, false)
        then 1
        when weighed_chunk.t1_weight = 0 and weighed_chunk.is_io_intensive
        then cfg.nucleus_weight
        else greatest(weighed_chunk.t1_weight, 1)
    end::double as t1
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join nucleus_queue using (nucleus, queue_name)
cross join cfg
