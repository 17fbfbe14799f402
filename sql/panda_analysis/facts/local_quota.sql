-- title: use of the local quota of an account at an endpoint
-- grain: account, rse
select
    account_usage.account,
    account_usage.rse,
    max(account_usage.bytes) as bytes,
    max(account_usage.bytes_limit) as bytes_limit
from account_usage
where account_usage.quota_kind = 'local'
group by account_usage.account, account_usage.rse
