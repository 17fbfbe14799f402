-- A source failed: what it gave stays, with the reason.
update table_source
set state = 'kept', findings = list_append(findings, snapshot_table || ' is kept: ' || $2)
where source = $1 and state <> 'invented'
