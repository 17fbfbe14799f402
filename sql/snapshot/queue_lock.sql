-- title: PanDA JEDI_PROCESS_LOCK
-- note: queue_name is a pseudo queue
-- note: workqueue_id is that of the task, 0 where the task has none
create table queue_lock (
    vo                VARCHAR,
    prod_source_label VARCHAR,
    queue_name        VARCHAR,
    workqueue_id      BIGINT,
    resource_type     VARCHAR,
    component         VARCHAR,
    locked_by         VARCHAR,
    locked_time       TIMESTAMP  -- when the lock was taken, UTC
);
