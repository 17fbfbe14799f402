insert into quarantine
with
    reasons as (
        select
            row_id,
            string_agg(
                concat_ws(' ', column_name, rule, '(' || value || ')'),
                '; '
                order by column_name, rule
            ) as reason
        from snapshot_fault
        group by row_id
    )
select ?, $row_key, reasons.reason, $row
from $relation as faulty
inner join reasons on faulty.rowid = reasons.row_id
