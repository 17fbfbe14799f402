-- criterion: -throttle_quota
-- label: throttle
-- title: the account uses more disk than its global quota
-- effect: throttle
-- class: throttled
-- source: C278
-- bounds: as much as the quota passes
-- nulls: no quota, or one of 0, passes
select
    analysis_chunk.*,
    format(
        '{} uses {:.3f} TB > {:.3f} TB on {}, {:.3f} TB must go',
        analysis_task.account,
        account_quota.used_tb,
        account_quota.limit_tb,
        account_quota.rse,
        account_quota.used_tb - account_quota.limit_tb
    ) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join account_quota using (account)
where account_quota.is_exceeded
