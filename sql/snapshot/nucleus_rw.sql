-- title: remaining work per nucleus, from PanDA JEDI_TASKS
-- range: current_priority between -1e9 and 1e9
-- range: rw between -1e18 and 1e18
create table nucleus_rw (
    nucleus           VARCHAR,
    prod_source_label VARCHAR,
    gshare            VARCHAR,
    workqueue_id      BIGINT,
    current_priority  BIGINT,
    rw                DOUBLE  -- HS06 s of work that tasks at the nucleus have left
);
