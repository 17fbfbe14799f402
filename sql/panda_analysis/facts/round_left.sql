-- title: queues left in each round
-- grain: jedi_task_id, chunk_no, round
select survivor.jedi_task_id, survivor.chunk_no, survivor.round, count(*) as n_left
from survivor
group by survivor.jedi_task_id, survivor.chunk_no, survivor.round
