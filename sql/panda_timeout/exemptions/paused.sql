-- criterion: TO-24
-- title: the queue is paused, or no job of it may be reassigned
-- effect: exempt
-- source: C248, C249
-- nulls: a queue without a status is not paused; one that is not known neither
-- differs: in the running system a pause holds back the heartbeat rule only, and
-- disableReassign the rules of activated and starting jobs
select
    job.panda_id,
    if(queue_state.is_reassign_disabled, 'disableReassign', queue_state.status) as detail
from job
inner join queue_state using (queue_name)
cross join cfg
where cfg.pause_disables_all and (queue_state.is_reassign_disabled or queue_state.status = 'paused')
