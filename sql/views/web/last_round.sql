-- title: the round that decided each chunk
-- grain: policy, jedi_task_id, chunk_no
select
    exclusion.policy,
    exclusion.jedi_task_id,
    exclusion.chunk_no,
    max(exclusion.round) as round
from exclusion
group by exclusion.policy, exclusion.jedi_task_id, exclusion.chunk_no
