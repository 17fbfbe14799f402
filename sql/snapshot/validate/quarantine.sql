insert into quarantine
with
    faults as (
        select
            fault_row,
            string_agg(
                concat_ws(
                    ' ',
                    nullif(fault_column, ''),
                    fault_rule,
                    '(' || fault_value || ')'
                ),
                '; '
                order by fault_column, fault_rule
            ) as fault_reason
        from snapshot_fault
        group by fault_row
    )
select ?, $row_key, faults.fault_reason, $row
from $relation as faulty
inner join faults on faulty.$row_id = faults.fault_row
