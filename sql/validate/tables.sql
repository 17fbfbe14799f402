-- Rows that did not get into their table, and while loading what is wrong with them.
create table quarantine (
    table_name VARCHAR,
    row_key    VARCHAR,  -- values of the key, or of the first three columns
    reason     VARCHAR,
    "row"      JSON  -- the row as it came
);
create or replace temp table snapshot_fault (
    fault_row    BIGINT,
    fault_kind   VARCHAR,
    fault_column VARCHAR,
    fault_rule   VARCHAR,
    fault_value  VARCHAR
);
