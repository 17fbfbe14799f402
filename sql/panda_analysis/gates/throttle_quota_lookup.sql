-- criterion: -throttle_quota_lookup
-- label: throttle
-- title: the quota of the account could not be looked up
-- effect: throttle
-- class: throttled
-- source: running system
-- nulls: a row without bytes is a look-up that failed, no row is no quota
select
    analysis_chunk.jedi_task_id,
    analysis_chunk.chunk_no,
    format('the quota of {} is unknown', analysis_task.account) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join account_quota on analysis_task.account = account_quota.account
where account_quota.is_unknown
