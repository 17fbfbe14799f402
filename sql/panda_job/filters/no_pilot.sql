-- criterion: -nopilot
-- label: temporary problem check
-- title: no pilot was seen for three hours
-- effect: defer
-- class: capacity
-- exempts: preassigned_chunk
-- source: C117, O044
-- nulls: no record counts as no pilot
-- differs: the running system exempts labels with test unless express, jumbo tasks at
-- jumbo queues, and queues with slots
select
    candidate.*,
    0 as asked,
    '<' as operator,
    queue_pilot.n_pilots as offered,
    'pilots' as unit,
    'no pilot in 3 h' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join queue_pilot using (queue_name)
inner join unified_queue using (queue_name)
inner join task_rule using (jedi_task_id)
inner join task_work_queue using (jedi_task_id)
left join queue_slot using (work_queue_tag, resource_type, queue_name)
cross join cfg
where
    offered = 0
    and not (
        list_contains(cfg.nopilot_exempts, 'test_label')
        and contains(coalesce(chunk.prod_source_label, ''), 'test')
        and not chunk.is_express
    )
    and not (
        list_contains(cfg.nopilot_exempts, 'jumbo')
        and task_rule.has_jumbo
        and unified_queue.uses_jumbo
    )
    and not (list_contains(cfg.nopilot_exempts, 'slots') and queue_slot.num_slots is not null)
