-- title: queues left in each round
-- grain: jedi_task_id, chunk_no, round
select jedi_task_id, chunk_no, round, count(*) as n_left
from survivor
group by jedi_task_id, chunk_no, round
