-- title: use of the local quota of an account at an endpoint
-- grain: account, rse
select account, rse, max(bytes) as bytes, max(bytes_limit) as bytes_limit
from account_usage
where quota_kind = 'local'
group by account, rse
