-- title: running jobs of DIRAC, counted by the running limits
-- reference: owner_group -> dirac_group.group_name
-- range: status in ('Submitting', 'Received', 'Checking', 'Staging', 'Waiting',
-- 'Matched', 'Rescheduled', 'Running', 'Stalled', 'Completing', 'Done', 'Completed',
-- 'Failed', 'Deleted', 'Killed', …)
create table dirac_running_job (
    job_id      BIGINT,
    site        VARCHAR,
    status      VARCHAR,
    job_type    VARCHAR,
    owner       VARCHAR,
    owner_group VARCHAR
);
