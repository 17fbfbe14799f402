-- title: global disk quota of each account
-- grain: account
-- note: a limit of 0 is none, bytes NULL = the look-up failed
with
    usage as (
        select
            account,
            rse,
            bytes,
            bytes_limit,
            quota_kind = 'global' and bytes_limit > 0 as is_limited
        from account_usage
    )

select
    usage.account,
    bool_or(usage.is_limited and usage.bytes > usage.bytes_limit) as is_exceeded,
    bool_or(usage.is_limited and usage.bytes > usage.bytes_limit * cfg.near_quota) as is_near,
    bool_or(usage.bytes is null) as is_unknown,
    max(usage.rse) filter (usage.is_limited) as rse,
    max(terabytes(usage.bytes)) filter (usage.is_limited) as used_tb,
    max(terabytes(usage.bytes_limit)) filter (usage.is_limited) as limit_tb
from usage
cross join cfg
group by usage.account
