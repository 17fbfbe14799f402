-- title: changed decisions whose moved queues have, in each run, the weight of another
-- queue of the list: only the tie-break differs
-- grain: snapshot_id, policy, jedi_task_id, chunk_no
select
    both_candidate.snapshot_id,
    both_candidate.policy,
    both_candidate.jedi_task_id,
    both_candidate.chunk_no
from both_candidate
semi join moved using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
group by all
having
    count(*) > count(distinct(both_candidate.side, both_candidate.weight))
    and count(distinct both_candidate.weight)
    = count(distinct(both_candidate.side, both_candidate.weight)) / 2
