-- Rows that did not get into their table.
create table quarantine (
    table_name VARCHAR,
    row_key    VARCHAR,  -- values of the key, or of the first three columns
    reason     VARCHAR,
    "row"      JSON  -- the row as it came
);
