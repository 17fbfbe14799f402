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
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.queue_name,
            ends_with(remaining.unified_name, '_HOSPITAL') as is_hospital,
            bool_and(ends_with(remaining.unified_name, '_HOSPITAL')) over (
                partition by remaining.jedi_task_id, remaining.chunk_no, remaining.round
            ) as is_hospital_only
        from remaining
    )

select
    open.jedi_task_id,
    open.chunk_no,
    open.round,
    open.queue_name,
    'a queue that is no hospital is left' as detail
from open
where open.is_hospital and not open.is_hospital_only
