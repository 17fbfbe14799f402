-- criterion: -opportunistic
-- label: opportunistic check
-- title: urgent work avoids queues without a pledge
-- class: policy
-- exempts: preassigned_chunk
-- source: C059, C060
-- bounds: priority 800 is urgent
-- nulls: a pledge of NULL is 0: not opportunistic
select candidate.*, 'pledgedcpu -1' as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
cross join cfg
where unified_queue.pledged_cpu = -1 and (chunk.priority >= cfg.high_prio or chunk_scout.is_scout)
