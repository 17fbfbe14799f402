-- title: PanDA GLOBAL_SHARES: the whole tree, NULL pattern = any
-- key: name
-- reference: parent -> global_share.name
-- range: value between 0 and 1e18
-- range: parent <> name …
create table global_share (
    name              VARCHAR,
    value             DOUBLE,  -- part of the grid, relative to that of its siblings
    parent            VARCHAR,
    prod_source_label VARCHAR,  -- pattern of the source labels that the share takes; NULL = any
    working_group     VARCHAR,
    campaign          VARCHAR,
    processing_type   VARCHAR,
    trans_path        VARCHAR,
    resource_type     VARCHAR,
    vo                VARCHAR,
    queue_id          BIGINT,
    throttled         BOOLEAN
);
