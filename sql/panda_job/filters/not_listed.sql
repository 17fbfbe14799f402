-- criterion: -not_candidate
-- label: initial candidates
-- title: the queue is not in the list of preliminary candidates
-- class: policy
-- source: C046, C047, C048, C049, C050, C051, O006, O007
-- bounds: a pre-assigned list keeps names with test in them
-- nulls: a queue of unknown type is no production queue
-- differs: queues with test in the name stay in the list of the running system
select
    candidate.*,
    case
        when preassigned_chunk.preassignment_no is not null
        then 'not among the pre-assigned queues'
        when unified_queue.is_dropped
        then 'belongs to no cloud'
        when not unified_queue.runs_production
        then format('type {} runs no production', coalesce(unified_queue.type, 'unknown'))
        else 'the name contains test'
    end as detail
from candidate
left join preassigned_chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
left join preassigned_queue using (preassignment_no, pseudo_queue)
cross join cfg
where
    preassigned_chunk.preassignment_no is not null
    and preassigned_queue.pseudo_queue is null
    or (
        preassigned_chunk.preassignment_no is null
        and (
            not unified_queue.runs_production
            or (cfg.exclude_test_named and contains(lower(candidate.pseudo_queue), 'test'))
        )
    )
