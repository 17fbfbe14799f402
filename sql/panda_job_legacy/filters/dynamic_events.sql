-- criterion: -dyn
-- label: EventService check
-- title: the queue takes fewer events at once than the task's smallest piece
-- class: never_fits
-- source: O040
-- bounds: as many events as the granularity pass
-- nulls: a queue without nSimEvents fails; a task without dynamic events passes
-- note: nSimEvents in catchall against the granularity of a dynamic number of events
select
    candidate.*,
    task_rule.dynamic_events as asked,
    '<=' as operator,
    try_cast(catchall_value(queue.params, queue.catchall, 'nSimEvents') as bigint) as offered,
    'events' as unit,
    format(
        'nSimEvents {}, granularity {} events',
        coalesce(catchall_value(queue.params, queue.catchall, 'nSimEvents'), 'unset'),
        asked
    ) as detail
from candidate
inner join task_rule using (jedi_task_id)
inner join queue using (queue_name)
where asked is not null and coalesce(offered < asked, true)
