-- title: how full each global share is, and how much of its target it will fill
-- grain: name
-- bounds: a share is idle below 85 % of its target, if its queue does not fill it
-- nulls: without a target the ratios are 999999
-- note: part of what is queued is expected to run
select
    share_usage.name,
    share_usage.parent is null as is_first_level,
    share_usage.is_leaf,
    share_usage.target_hs06,
    share_usage.executing_hs06,
    coalesce(
        share_usage.executing_hs06 / nullif(share_usage.target_hs06, 0),
        cfg.share_metric_without_target
    ) as usage_perc,
    coalesce(
        share_usage.queued_hs06 / nullif(share_usage.target_hs06, 0),
        cfg.share_metric_without_target
    ) as queue_perc,
    least(
        share_usage.target_hs06,
        greatest(share_usage.executing_hs06, share_usage.queued_hs06 * cfg.share_queued_fraction)
    ) as projected_hs06,
    usage_perc < cfg.share_idle_fraction and projected_hs06 < share_usage.target_hs06 as is_idle
from share_usage
cross join cfg
