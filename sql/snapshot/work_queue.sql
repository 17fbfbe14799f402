-- title: PanDA JEDI_WORK_QUEUE, leaf GLOBAL_SHARES, share metrics
-- note: metrics of first-level shares too, named "L1 ..."; the tree: global_share
-- expected with: queue, task
-- range: gshare_value, usage_perc, eqiv_usage_perc between 0 and 1e18
create table work_queue (
    queue_id          BIGINT,  -- number of the work queue; NULL for a share
    queue_name        VARCHAR,  -- name of the work queue, or of the share
    is_global_share   BOOLEAN,  -- the row is a global share, not a work queue
    queue_function    VARCHAR,  -- Resource or other
    vo                VARCHAR,
    prod_source_label VARCHAR,
    gshare_value      DOUBLE,  -- value of the share, relative to its siblings
    parent            VARCHAR,
    throttled         BOOLEAN,
    usage_perc        DOUBLE,  -- share usage / target
    eqiv_usage_perc   DOUBLE,
    usage_time        TIMESTAMP  -- when the usage was measured, UTC
);
