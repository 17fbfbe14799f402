-- criterion: -required_tag
-- title: the jobs lack a tag that the resource requires
-- class: policy
-- source: DIRAC's code of today
-- bounds: every required tag must be one of the jobs
-- nulls: no required tag sent is no condition
-- differs: a condition of profile modern only
select
    candidate.*,
    len(request.required_tags) as asked,
    '<=' as operator,
    coalesce(len(list_intersect(task_queue.tags, request.required_tags)), 0) as offered,
    'tags' as unit,
    format(
        'resource requires {}, jobs ask for {}',
        shown(request.required_tags),
        shown(task_queue.tags)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
cross join cfg
where
    list_contains(cfg.identity_fields, 'tags')
    and request.required_tags is not null
    and offered < asked
