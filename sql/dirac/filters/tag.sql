-- criterion: -tag
-- title: the jobs ask for a tag that the resource does not offer
-- class: never_fits
-- source: DIRAC's code of today
-- bounds: every tag of the jobs must be offered
-- nulls: jobs without tags pass; a resource that sends no tags offers none
-- differs: checked in profile modern only
select
    candidate.*,
    len(task_queue.tags) as asked,
    '<=' as operator,
    coalesce(len(list_intersect(task_queue.tags, request.tags)), 0) as offered,
    'tags' as unit,
    format('asks for {}, resource offers {}', shown(task_queue.tags), shown(request.tags)) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where request.checks_tags and task_queue.tags is not null and offered < asked
