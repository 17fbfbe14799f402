-- criterion: -platform
-- title: the jobs require another platform
-- class: never_fits
-- source: T035
-- bounds: one platform in common is enough
-- nulls: no platform required is no condition; a resource that sends none has none,
-- with ANY it has all
-- differs: in the code a resource that sends no platform is not restricted; the page
-- compares them as they stand, which an empty table still does
select
    candidate.*,
    format(
        'asks for {}, resource has {}', shown(task_queue.platforms), shown(request.platforms)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where
    request.checks_platforms
    and task_queue.platforms is not null
    and not coalesce(list_has_any(task_queue.platforms, request.platforms), false)
