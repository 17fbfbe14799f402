-- criterion: -excluded
-- label: include/exclude check
-- title: the task excludes the queue
-- effect: drop
-- class: policy
-- source: C284
-- nulls: no list passes
-- differs: 9, row 41, see the fact listed_queue
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'in the list excludedSite' as detail
from candidate
inner join
    listed_queue
    on candidate.jedi_task_id = listed_queue.jedi_task_id
    and candidate.unified_name = listed_queue.queue_name
where listed_queue.is_excluded
