-- severity: warning
-- table: table_source
-- column: state
-- message: is kept: the source failed, so the table is of an earlier time
select snapshot_table as row_key, source || ' of ' || read_time as value
from table_source
where state = 'kept'
