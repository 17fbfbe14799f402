-- title: PanDA GLOBAL_SHARES: the whole tree, NULL pattern = any
-- key: name
-- reference: parent -> global_share.name
-- range: value between 0 and 1e18
-- range: parent <> name …
create table global_share (
    name              VARCHAR,
    value             DOUBLE,  -- relative to its siblings
    parent            VARCHAR,
    prod_source_label VARCHAR,  -- this and the next five: patterns that tag tasks and jobs
    working_group     VARCHAR,
    campaign          VARCHAR,
    processing_type   VARCHAR,
    trans_path        VARCHAR,
    resource_type     VARCHAR,
    vo                VARCHAR,
    queue_id          BIGINT,
    throttled         BOOLEAN
);
