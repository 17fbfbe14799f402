-- criterion: -cloudmismatch
-- label: include/exclude check
-- title: the task asks for another cloud
-- class: policy
-- owner: task
-- source: running system
-- nulls: no cloud, or any, passes
select
    candidate.*,
    format(
        'cloud {}, task asks for {}', coalesce(unified_queue.cloud, 'unknown'), analysis_task.cloud
    ) as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join unified_queue using (queue_name)
where analysis_task.cloud <> 'any' and unified_queue.cloud is distinct from analysis_task.cloud
