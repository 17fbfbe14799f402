-- severity: note
-- table: table_source
-- column: state
-- message: is invented: no source holds these rows
select snapshot_table as row_key from table_source where state = 'invented'
