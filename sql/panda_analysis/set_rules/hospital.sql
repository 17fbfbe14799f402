-- criterion: -hospital
-- label: hospital check
-- title: a normal queue is left, so that hospital queues are not needed
-- class: policy
-- source: running system
-- bounds: a single normal queue is enough
with
    open as (
        select
            jedi_task_id,
            chunk_no,
            round,
            pseudo_queue,
            ends_with(queue_name, '_HOSPITAL') as is_hospital,
            bool_and(ends_with(queue_name, '_HOSPITAL')) over (
                partition by jedi_task_id, chunk_no, round
            ) as is_hospital_only
        from remaining
    )

select open.*, 'a queue that is no hospital is left' as detail
from open
where is_hospital and not is_hospital_only
