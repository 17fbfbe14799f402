-- criterion: -fewevents
-- label: jumbo events check
-- title: too few events are ready for a jumbo queue
-- class: policy
-- exempts: preassigned_chunk
-- source: C112
-- bounds: as many ready events as asked for pass
-- nulls: an unknown number of ready events passes; no minEventsForJumbo is no limit
select
    candidate.*,
    task.n_ready_events as asked,
    '>=' as operator,
    unified_queue.min_events_for_jumbo as offered,
    'events' as unit,
    format('{} events ready < minEventsForJumbo {}', asked, offered) as detail
from candidate
inner join unified_queue using (queue_name)
inner join task_rule using (jedi_task_id)
inner join task using (jedi_task_id)
where unified_queue.uses_jumbo and task_rule.has_jumbo and asked < offered
