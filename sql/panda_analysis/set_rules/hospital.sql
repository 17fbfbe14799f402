-- criterion: -hospital
-- label: hospital check
-- title: a normal queue is left, so that hospital queues are not needed
-- effect: drop
-- class: policy
-- source: running system
-- bounds: a single normal queue is enough
with

    open as (
        select
            remaining.pair_no,
            ends_with(remaining.unified_name, '_HOSPITAL') as is_hospital,
            bool_and(ends_with(remaining.unified_name, '_HOSPITAL')) over (
                partition by remaining.unit_no
            ) as is_hospital_only
        from remaining
    )

select open.pair_no, 'a queue that is no hospital is left' as detail
from open
where open.is_hospital and not open.is_hospital_only
