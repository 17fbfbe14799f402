-- Rows that did not get into their table, and while loading what is wrong with them.
create table quarantine (
    table_name VARCHAR,
    row_key    VARCHAR,  -- values of the key, or of the first three columns
    reason     VARCHAR,
    "row"      JSON  -- the row as it came
);
create or replace temp table snapshot_fault (
    row_id      BIGINT,
    kind        VARCHAR,
    column_name VARCHAR,
    rule        VARCHAR,
    value       VARCHAR
);
