-- criterion: -setup
-- title: the jobs were submitted to another setup
-- class: policy
-- source: T029
-- nulls: a request without a setup is refused before
-- differs: modern has no setups
select candidate.*, format('jobs of {}, pilot of {}', task_queue.setup, request.setup) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where request.setup <> task_queue.setup
