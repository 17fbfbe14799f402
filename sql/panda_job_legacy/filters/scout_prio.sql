-- criterion: -scoutprio
-- label: scout and priority check
-- title: urgent work stays at the queues associated to the nucleus
-- effect: drop
-- class: policy
-- source: Older brokerage page, ATLAS Production, "If priority >= 800 or scout jobs,
-- skip queues unless they are associated to the nucleus"
-- source: spec/production.md 7 L5: associated are the queues of the nucleus and those
-- that share its storage
-- bounds: priority 800 is urgent
-- nulls: no priority is 0; a task without a nucleus has nothing to be associated to:
-- its queues pass
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('not associated to nucleus {}', chunk.nucleus) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
left join
    nucleus_queue
    on chunk.nucleus = nucleus_queue.nucleus
    and candidate.unified_name = nucleus_queue.queue_name
cross join cfg
where
    (chunk.priority >= cfg.high_prio or chunk.is_scout)
    and chunk.nucleus is not null
    and nucleus_queue.queue_name is null
