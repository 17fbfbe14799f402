-- The tables that a source gave.
select snapshot_table from table_source where source = ? order by snapshot_table
