-- title: DIRAC groups
-- note: NULL: job_share 1000, the flags false; a group absent here behaves so
-- range: job_share between 0 and 1e18
create table dirac_group (
    group_name           VARCHAR,
    vo                   VARCHAR,
    job_share            DOUBLE,
    job_sharing          BOOLEAN,
    allow_background_tqs BOOLEAN
);
