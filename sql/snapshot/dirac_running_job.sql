-- title: running jobs of DIRAC, counted by the running limits
create table dirac_running_job (
    job_id      BIGINT,
    site        VARCHAR,
    status      VARCHAR,
    job_type    VARCHAR,
    owner       VARCHAR,
    owner_group VARCHAR
);
