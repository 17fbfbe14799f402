-- criterion: +usejumbo
-- label: final check
-- title: a jumbo task at a jumbo queue
-- effect: use
-- class: policy
-- source: spec/production.md 6.5; the page is silent
-- bounds: none
-- nulls: none
-- differs: none
select survivor.pair_no, 'jumbo queue' as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
inner join task_rule on survivor.jedi_task_id = task_rule.jedi_task_id
where task_rule.has_jumbo and unified_queue.uses_jumbo
