-- Rows with one key: of equal rows one stays, of different rows none.
insert into snapshot_fault
with
    twins as (
        select
            rowid as row_id,
            cast(to_json(twin) as varchar) as content,
            row($key) as key_values
        from main.$table as twin
        qualify count(*) over (partition by $key) > 1
    ),
    compared as (
        select
            row_id,
            min(content) over (partition by key_values)
            = max(content) over (partition by key_values) as is_same,
            row_number() over (partition by key_values order by row_id) as place
        from twins
    )
select
    row_id,
    'duplicate_key',
    ?,
    if(is_same, 'is repeated, with the same row', 'stands in different rows'),
    null
from compared
where place > 1 or not is_same
