-- criterion: -throttle_near_quota
-- label: throttle
-- title: the account is near its global quota, only merge jobs are made
-- effect: throttle
-- class: throttled
-- source: running system
-- bounds: exactly 90 % of the quota pass
-- nulls: no quota, or one of 0, passes
-- differs: the page names no such throttle: off there
select
    analysis_chunk.*,
    format(
        '{} uses {:.3f} TB > {:.0f} % of {:.3f} TB on {}',
        analysis_task.account,
        account_quota.used_tb,
        100 * cfg.near_quota,
        account_quota.limit_tb,
        account_quota.rse
    ) as detail
from analysis_chunk
inner join analysis_task using (jedi_task_id)
inner join account_quota using (account)
cross join cfg
where account_quota.is_near and not analysis_chunk.is_merging
