-- title: DIRAC groups
-- note: NULL: job_share 1000, the flags false; a group absent here behaves so; a
-- job_share below 0 is 0
-- range: job_share between -1e18 and 1e18
create table dirac_group (
    group_name           VARCHAR,
    vo                   VARCHAR,
    job_share            DOUBLE,
    job_sharing          BOOLEAN,  -- JOB_SHARING: the owners of the group share its task queues; NULL = false
    allow_background_tqs BOOLEAN  -- AllowBackgroundTQs: task queues of low priority may be background ones; NULL = false
);
