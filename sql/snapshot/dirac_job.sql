-- title: waiting jobs of DIRAC
-- key: job_id
-- reference: owner_group -> dirac_group.group_name
-- range: cpu_time, min_ram, max_ram between 0 and 1e12
-- range: user_priority between -1e9 and 1e9
-- range: status in ('Submitting', 'Received', 'Checking', 'Staging', 'Waiting',
-- 'Matched', 'Rescheduled', 'Running', 'Stalled', 'Completing', 'Done', 'Completed',
-- 'Failed', 'Deleted', 'Killed', …)
create table dirac_job (
    job_id           BIGINT,
    owner            VARCHAR,
    owner_dn         VARCHAR,  -- DN of the owner; NULL = only the name is known
    owner_group      VARCHAR,
    setup            VARCHAR,
    cpu_time         BIGINT,  -- s, of CPU that the job needs; required
    user_priority    BIGINT,
    submit_pools     VARCHAR[],
    pilot_types      VARCHAR[],
    sites            VARCHAR[],
    grid_ces         VARCHAR[],
    grid_middlewares VARCHAR[],
    banned_sites     VARCHAR[],
    platforms        VARCHAR[],
    job_types        VARCHAR[],
    tags             VARCHAR[],  -- tags: the prepared list (processors, whole node and user tags already in it)
    min_ram          BIGINT,
    max_ram          BIGINT,  -- MB, that the job uses at most; NULL = not stated
    status           VARCHAR,
    submit_time      TIMESTAMP  -- when the job was submitted, UTC
);
