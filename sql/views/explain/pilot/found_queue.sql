-- title: task queues that fit a request when it is served
-- grain: tq_id
-- note: a request for one job may only get it of the task queue that holds it
select
    choice.tq_id,
    choice.cpu_rank,
    choice.draw_priority,
    block.job_id is null or block.asked_tq_id is not distinct from choice.tq_id as may_give
from choice
inner join block using (class_id)
anti join withheld on block.seq = withheld.seq and choice.tq_id = withheld.tq_id
where block.seq = ?
order by choice.tq_id
