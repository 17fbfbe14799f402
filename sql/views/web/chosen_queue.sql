-- title: the queues that each chunk was given, with their best rank
-- grain: policy, jedi_task_id, chunk_no, unified_name
select policy, jedi_task_id, chunk_no, unified_name, min(rank) as rank, max(weight) as weight
from candidate
group by policy, jedi_task_id, chunk_no, unified_name
