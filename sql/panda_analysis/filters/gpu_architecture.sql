-- criterion: -gpu_architecture
-- label: architecture check
-- title: the queue is meant for GPU work, the task does not qualify for it
-- class: never_fits
-- source: running system
-- nulls: a task without platform fails
-- differs: there is no such check on the page; the running system refuses queues
-- without AUTO, and those that are exclusive
select candidate.*, 'GPU queue, by its catchall' as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_queue using (queue_name)
left join software_request using (jedi_task_id)
left join software_queue using (queue_name)
left join software_description using (data_no)
cross join cfg
where
    cfg.gpu_precheck
    and analysis_queue.is_gpu
    and not analysis_task.is_hpo
    and (
        coalesce(software_request.sw_platform, '') = ''
        or not coalesce(software_queue.is_described, false)
        or software_description.is_cpu_exclusive
        or software_description.is_gpu_exclusive
    )
