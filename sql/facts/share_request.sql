-- title: what tasks and jobs show to the share tree; equal ones have the same number
-- grain: kind_of_work, work_id
-- note: of a task's sites the first counts; jobs show no campaign and no path; no
-- working group is a blank one
with

    works as (
        select
            'task' as kind_of_work,
            task.jedi_task_id as work_id,
            task.prod_source_label,
            task.working_group,
            task.campaign,
            task.processing_type,
            task.trans_path,
            split_part(task.site, ',', 1) as queue_name
        from task
        union all
        select
            'job',
            job.panda_id,
            job.prod_source_label,
            job.working_group,
            null,
            job.processing_type,
            null,
            job.queue_name
        from job
    ),

    shown as (
        select
            works.kind_of_work,
            works.work_id,
            works.prod_source_label,
            coalesce(works.working_group, ' ') as working_group,
            works.campaign,
            works.processing_type,
            works.trans_path,
            queue.resource_category
        from works
        left join queue using (queue_name)
    )

select
    shown.*,
    dense_rank() over (
        order by
            shown.prod_source_label,
            shown.working_group,
            shown.campaign,
            shown.processing_type,
            shown.trans_path,
            shown.resource_category
    ) as share_request_no
from shown
