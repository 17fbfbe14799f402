-- Where a table comes from. Of one source it has one row; rows of other sources stay
-- where the import kept what they read.
delete from table_source
where snapshot_table = $1 and (source = $2 or state = 'invented' or not $3)
;

insert into table_source by name
select
    $1 as snapshot_table,
    $2 as source,
    $3 as kind,
    $4 as state,
    $5::timestamp as read_time,
    $6 as origin,
    $7 as n_rows,
    $8::varchar[] as findings,
    $9::varchar[] as estimated_columns,
    $10 as sql_hash
;
