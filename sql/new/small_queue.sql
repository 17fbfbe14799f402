-- criterion: -small_queue
-- label: size check
-- title: the queue has fewer cores than this policy asks for
-- effect: drop
-- class: policy
-- source: an example; name the page, or the decision, that your rule follows
-- bounds: a queue with exactly as many cores passes
-- nulls: a queue of unknown cores passes
-- differs: none
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('{} cores < {}', pseudo_queue.core_count, cfg.least_cores) as detail
from candidate
inner join pseudo_queue on candidate.queue_name = pseudo_queue.queue_name
cross join cfg
where pseudo_queue.core_count < cfg.least_cores
