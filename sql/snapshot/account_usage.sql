-- title: Rucio quota
-- range: bytes, bytes_limit between 0 and 1e18
-- range: quota_kind in ('global', 'local')
create table account_usage (
    account     VARCHAR,  -- task.working_group, else task.user_name
    quota_kind  VARCHAR,  -- global local
    rse         VARCHAR,
    bytes       BIGINT,  -- bytes; NULL = the look-up failed
    bytes_limit BIGINT  -- bytes; 0 = no limit
);
