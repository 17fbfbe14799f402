-- criterion: -over_pledged
-- label: pledge check
-- title: work is short: queues above their pledge get none
-- class: policy
-- exempts: preassigned_chunk
-- source: C119, C121
-- bounds: as many cores as pledged pass
-- nulls: a pledge of 0 is not tested; no statistics count as no cores
-- differs: the running system counts starting cores too, but only those of the task's
-- label
select
    candidate.*,
    queue_pledge.n_used_cores as asked,
    '<=' as operator,
    unified_queue.pledged_cpu as offered,
    'cores' as unit,
    format('{} cores in use > pledge {}', asked, offered) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
cross join cfg
inner join
    queue_pledge
    on candidate.queue_name = queue_pledge.queue_name
    and queue_pledge.label = if(cfg.pledge_scope = 'label', chunk.prod_source_label, '')
where cfg.work_shortage and offered > 0 and asked > offered
