-- Faults by rule, with the first keys and the value that stands under the first key.
with
    faults as (
        select
            snapshot_fault.kind,
            snapshot_fault.column_name,
            snapshot_fault.rule,
            snapshot_fault.value,
            $row_key as row_key
        from snapshot_fault
        inner join $relation as faulty on snapshot_fault.row_id = faulty.rowid
    )
select
    kind,
    column_name,
    rule,
    count(*) as n_rows,
    min(distinct row_key, 5) as first_keys,
    min({'row_key':row_key, 'value':value}).value as first_value
from faults
group by kind, column_name, rule
order by kind, column_name, rule
