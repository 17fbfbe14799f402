-- criterion: -not_candidate
-- label: initial candidates
-- title: the queue is not in the list of preliminary candidates
-- effect: drop
-- class: policy
-- source: C046, C047, C048, C049, C050, C051
-- bounds: a pre-assigned list keeps names with test in them
-- nulls: a queue of unknown type is no production queue
-- differs: queues with test in the name stay in the list of the running system
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    case
        when chunk.is_preassigned
        then 'not among the pre-assigned queues'
        when unified_queue.is_dropped
        then 'belongs to no cloud'
        when not unified_queue.runs_production
        then
            format(
                'type {} runs no production', coalesce(unified_queue.type, 'unknown')
            )
        else 'the name contains test'
    end as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
left join
    preassigned_queue
    on chunk.preassignment_no = preassigned_queue.preassignment_no
    and candidate.queue_name = preassigned_queue.queue_name
cross join cfg
where
    (chunk.is_preassigned and preassigned_queue.queue_name is null)
    or (
        not chunk.is_preassigned
        and (
            not unified_queue.runs_production
            or (
                cfg.exclude_test_named and contains(lower(candidate.queue_name), 'test')
            )
        )
    )
