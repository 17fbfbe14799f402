-- title: waiting times of started user jobs, input of the site classification
-- key: panda_id
create table job_wait (
    panda_id          BIGINT,
    queue_name        VARCHAR,
    gshare            VARCHAR,
    prod_source_label VARCHAR,
    processing_type   VARCHAR,
    prod_user_name    VARCHAR,
    first_activated   TIMESTAMP,  -- when the job was activated first, UTC
    first_running     TIMESTAMP  -- when the job ran first, UTC
);
