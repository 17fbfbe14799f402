-- title: the queues that each chunk was given, with their best rank
-- grain: policy, jedi_task_id, chunk_no, unified_name
select
    candidate.policy,
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.unified_name,
    min(candidate.rank) as rank,
    max(candidate.weight) as weight
from candidate
group by
    candidate.policy, candidate.jedi_task_id, candidate.chunk_no, candidate.unified_name
