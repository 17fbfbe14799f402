-- Faults by rule, with the first keys and the value that stands under the first key.
with
    faults as (
        select snapshot_fault.*, $row_key as fault_key
        from snapshot_fault
        inner join $relation as faulty on snapshot_fault.fault_row = faulty.$row_id
    )
select
    fault_kind,
    fault_column,
    fault_rule,
    count(*) as n_rows,
    min(distinct fault_key, 5) as first_keys,
    min({'fault_key':fault_key, 'fault_value':fault_value}).fault_value
from faults
group by fault_kind, fault_column, fault_rule
order by fault_kind, fault_column, fault_rule
