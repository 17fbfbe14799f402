-- title: queues of the nucleus and those that share its storage weigh more
-- source: running system
-- nulls: t1Weight 0 or unset is 4 for I/O intensive tasks, else 1; a negative one is 1
-- differs: none; scouts and high priority weigh 100, unless pre-assigned or event
-- service
select
    survivor.*,
    case
        when not pair_load.is_at_nucleus
        then 1
        else
            greatest(
                if(
                    weighed_chunk.t1_weight = 0 and weighed_chunk.is_io_intensive,
                    cfg.nucleus_weight,
                    greatest(weighed_chunk.t1_weight, 1)
                ),
                if(weighed_chunk.is_urgent, cfg.t1_high_prio_weight, 1)
            )
    end::double as t1
from survivor
inner join pair_load using (jedi_task_id, chunk_no, pseudo_queue)
inner join weighed_chunk using (jedi_task_id, chunk_no)
cross join cfg
