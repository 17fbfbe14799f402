-- criterion: -not_candidate
-- label: initial candidates
-- title: the queue runs no analysis
-- class: policy
-- source: C283
-- bounds: a pre-assigned queue of any type stays; of a unified queue only the parent does,
-- which runs no job itself
-- nulls: a queue of unknown type runs no analysis, nor does one that may run production
-- as well and is of no cloud
select
    candidate.*,
    case
        when unified_queue.is_dropped
        then 'belongs to no cloud'
        else format('type {} runs no analysis', coalesce(unified_queue.type, 'unknown'))
    end as detail
from candidate
inner join unified_queue using (queue_name)
inner join analysis_task using (jedi_task_id)
where
    not unified_queue.runs_analysis
    and candidate.pseudo_queue is distinct from analysis_task.site_name
