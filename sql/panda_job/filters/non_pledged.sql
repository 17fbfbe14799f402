-- criterion: -non_pledged
-- label: pledge check
-- title: work is short: queues without a pledge get none
-- class: policy
-- exempts: preassigned_chunk
-- source: C119, C120
-- nulls: a pledge of NULL is 0: not opportunistic
select candidate.*, 'pledgedcpu -1 while work is short' as detail
from candidate
inner join unified_queue using (queue_name)
cross join cfg
where cfg.work_shortage and unified_queue.pledged_cpu = -1
