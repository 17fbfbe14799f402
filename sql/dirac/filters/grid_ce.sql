-- criterion: -grid_ce
-- title: the jobs require another CE
-- class: policy
-- source: T034
-- bounds: one CE in common is enough
-- nulls: no CE required is no condition; a resource that sends none has none, with ANY
-- it has all
-- differs: in the code a resource that sends no CE is not restricted
select
    candidate.*,
    format(
        'asks for {}, the resource {}',
        shown(task_queue.grid_ces),
        coalesce('is ' || shown_or_null(request.grid_ces), 'states no CE')
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where
    request.checks_grid_ces
    and task_queue.grid_ces is not null
    and not coalesce(list_has_any(task_queue.grid_ces, request.grid_ces), false)
