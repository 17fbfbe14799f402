-- criterion: -job_type
-- title: the jobs are of a type that the resource does not ask for
-- class: policy
-- source: DIRAC's code of today
-- bounds: one type in common is enough
-- nulls: no type sent is no condition; a job without a type fits all
-- differs: a condition of profile modern only
select
    candidate.*,
    format(
        'asks for {}, resource takes {}', shown(task_queue.job_types), shown(request.job_types)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where not list_has_any(task_queue.job_types, request.job_types)
