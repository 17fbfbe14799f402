-- title: running jobs over time: input of the share corrections
-- reference: group_name -> dirac_group.group_name
-- range: n_jobs between 0 and 1e18
-- range: bucket_end >= bucket_start
-- range: status in ('Submitting', 'Received', 'Checking', 'Staging', 'Waiting',
-- 'Matched', 'Rescheduled', 'Running', 'Stalled', 'Completing', 'Done', 'Completed',
-- 'Failed', 'Deleted', 'Killed', …)
create table dirac_running_history (
    bucket_start TIMESTAMP,  -- begin of the time that the row counts, UTC
    bucket_end   TIMESTAMP,  -- end of the time that the row counts, UTC; NULL = a single moment
    user_name    VARCHAR,
    group_name   VARCHAR,
    site         VARCHAR,
    status       VARCHAR,
    n_jobs       DOUBLE
);
