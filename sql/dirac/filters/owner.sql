-- criterion: -owner
-- title: the jobs are of another user than the pilot
-- class: policy
-- source: T027, T028
-- nulls: a pilot without an owner takes all; an owner sent alone counts in any group
-- differs: none; DIRAC's code of today fails to compare owners since it has no DNs
select candidate.*, format('jobs of {}, pilot of {}', task_queue.owner, request.owner) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where request.owner <> task_queue.owner and (request.groups is null or not task_queue.is_sharing)
