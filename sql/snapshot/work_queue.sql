-- title: PanDA JEDI_WORK_QUEUE, leaf GLOBAL_SHARES, share metrics
-- note: metrics of first-level shares too, named "L1 ..."; the tree: global_share
-- expected with: queue, task
-- range: gshare_value between 0 and 1e18
-- range: usage_perc between 0 and 1e18
-- range: eqiv_usage_perc between 0 and 1e18
create table work_queue (
    queue_id          BIGINT,  -- NULL for a share
    queue_name        VARCHAR,  -- for a share its name
    is_global_share   BOOLEAN,
    queue_function    VARCHAR,  -- Resource or other
    vo                VARCHAR,
    prod_source_label VARCHAR,
    gshare_value      DOUBLE,
    parent            VARCHAR,
    throttled         BOOLEAN,
    usage_perc        DOUBLE,  -- share usage / target
    eqiv_usage_perc   DOUBLE,
    usage_time        TIMESTAMP
);
