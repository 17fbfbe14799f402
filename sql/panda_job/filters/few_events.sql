-- criterion: -fewevents
-- label: jumbo events check
-- title: too few events are ready for a jumbo queue
-- effect: drop
-- class: policy
-- source: C112
-- bounds: as many ready events as asked for pass
-- nulls: an unknown number of ready events passes; no minEventsForJumbo is no limit
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    task.n_ready_events as asked,
    '>=' as operator,
    unified_queue.min_events_for_jumbo as offered,
    'events' as unit,
    format('{} events ready < minEventsForJumbo {}', asked, offered) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
inner join task_rule using (jedi_task_id)
inner join task using (jedi_task_id)
where
    unified_queue.uses_jumbo
    and task_rule.has_jumbo
    and asked < offered
    and not list_contains(chunk.exempt_from, '-fewevents')
