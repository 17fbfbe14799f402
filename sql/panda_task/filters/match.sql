-- criterion: -match
-- label: endpoint check
-- title: the nucleus has no endpoint for an output of the task
-- class: misconfigured
-- source: C010
-- nulls: a task without output asks for no endpoint
-- differs: none; the running system crashes there
select candidate.*, format('no endpoint matches {}', plan_nucleus.missing_place) as detail
from candidate
inner join output_plan using (jedi_task_id)
inner join plan_nucleus using (plan_no, nucleus)
where plan_nucleus.missing_place is not null
