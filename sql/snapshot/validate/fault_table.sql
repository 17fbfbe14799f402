-- While loading: what is wrong with the rows of one table.
create or replace temp table snapshot_fault (
    fault_row    BIGINT,
    fault_kind   VARCHAR,
    fault_column VARCHAR,
    fault_rule   VARCHAR,
    fault_value  VARCHAR
);
