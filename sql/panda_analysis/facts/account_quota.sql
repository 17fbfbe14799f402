-- title: global disk quota of each account
-- grain: account
-- note: a limit of 0 is none, bytes NULL = the look-up failed
select
    account_usage.account,
    bool_or(
        account_usage.quota_kind = 'global'
        and account_usage.bytes_limit > 0
        and account_usage.bytes > account_usage.bytes_limit
    ) as is_exceeded,
    bool_or(
        account_usage.quota_kind = 'global'
        and account_usage.bytes_limit > 0
        and account_usage.bytes > account_usage.bytes_limit * cfg.near_quota
    ) as is_near,
    bool_or(account_usage.bytes is null) as is_unknown,
    max(account_usage.rse) filter (
        account_usage.quota_kind = 'global' and account_usage.bytes_limit > 0
    ) as rse,
    max(terabytes(account_usage.bytes)) filter (
        account_usage.quota_kind = 'global' and account_usage.bytes_limit > 0
    ) as used_tb,
    max(terabytes(account_usage.bytes_limit)) filter (
        account_usage.quota_kind = 'global' and account_usage.bytes_limit > 0
    ) as limit_tb
from account_usage
cross join cfg
group by account_usage.account
