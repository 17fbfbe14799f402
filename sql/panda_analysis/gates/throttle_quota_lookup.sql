-- criterion: -throttle_quota_lookup
-- label: throttle
-- title: the quota of the account could not be looked up
-- effect: throttle
-- class: throttled
-- source: running system
-- nulls: a row without bytes is a look-up that failed, no row is no quota
select analysis_chunk.*, format('the quota of {} is unknown', analysis_task.account) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join account_quota using (account)
where account_quota.is_unknown
