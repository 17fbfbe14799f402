-- criterion: -pilot_type
-- title: the jobs do not accept the type of the pilot
-- class: policy
-- source: T031
-- bounds: one of several types is enough
-- nulls: a pilot without a type takes only jobs that ask for none
-- differs: modern has no pilot types
select
    candidate.*,
    format(
        'asks for {}, the pilot {}',
        shown(task_queue.pilot_types),
        coalesce('is ' || shown_or_null(request.pilot_types), 'states no type')
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where
    task_queue.pilot_types is not null
    and not coalesce(list_has_any(task_queue.pilot_types, request.pilot_types), false)
