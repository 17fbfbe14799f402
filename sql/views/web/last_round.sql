-- title: the round that decided each chunk
-- grain: policy, jedi_task_id, chunk_no
select policy, jedi_task_id, chunk_no, max(round) as round
from exclusion
group by policy, jedi_task_id, chunk_no
