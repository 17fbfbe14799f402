-- title: DIRAC running limits
-- range: max_jobs between -1e12 and 1e12
create table dirac_running_limit (
    site      VARCHAR,
    ce        VARCHAR,
    attribute VARCHAR,
    value     VARCHAR,
    max_jobs  BIGINT
);
