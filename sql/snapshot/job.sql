-- title: single jobs, for timeouts and fast rebrokerage
-- note: PanDA jobsDefined4 and jobsActive4
-- key: panda_id
-- reference: queue_name -> queue.queue_name
-- range: table_name in ('defined4', 'active4')
-- range: current_priority between -1e9 and 1e9
-- range: job_status in ('pending', 'defined', 'waiting', 'assigned', 'throttled',
-- 'activated', 'sent', 'starting', 'running', 'holding', 'transferring', 'merging',
-- 'finished', 'failed', 'cancelled', 'closed', …)
create table job (
    panda_id            BIGINT,
    table_name          VARCHAR,  -- defined4 active4
    job_definition_id   BIGINT,
    prod_user_name      VARCHAR,
    job_status          VARCHAR,
    job_sub_status      VARCHAR,  -- sub-status of the job, as toreassign
    prod_source_label   VARCHAR,
    processing_type     VARCHAR,
    workflow            VARCHAR,
    current_priority    BIGINT,
    queue_name          VARCHAR,
    gshare              VARCHAR,
    locked_by           VARCHAR,
    relocation_flag     BIGINT,  -- relocationFlag of PanDA; timeouts of JEDI's jobs pass over 2
    event_service       BIGINT,  -- 1 event service, 2 its merge, 3 cloning, 4 jumbo, 5 co-jumbo, 6 fine-grained; NULL = none
    working_group       VARCHAR,
    jedi_task_id        BIGINT,
    resource_type       VARCHAR,
    has_output_report   BOOLEAN,  -- a report of the pilot waits to be processed
    has_missing_outputs BOOLEAN,  -- output files not yet all at the destination; NULL counts as missing
    creation_time       TIMESTAMP,
    modification_time   TIMESTAMP,
    state_change_time   TIMESTAMP,  -- when the status of the job last changed, UTC
    start_time          TIMESTAMP,  -- when the job started, UTC; NULL = not yet
    end_time            TIMESTAMP  -- when the job ended, UTC; NULL = not yet
);
