-- title: what tasks and jobs show to the share tree; equal ones have the same number
-- grain: kind_of_work, work_id
-- note: of a task's sites the first counts; jobs show no campaign and no path; no
-- working group is a blank one
with
    works as (
        select
            'task' as kind_of_work,
            jedi_task_id as work_id,
            prod_source_label,
            working_group,
            campaign,
            processing_type,
            trans_path,
            split_part(site, ',', 1) as queue_name
        from task
        union all
        select
            'job',
            panda_id,
            prod_source_label,
            working_group,
            null,
            processing_type,
            null,
            queue_name
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
            prod_source_label,
            working_group,
            campaign,
            processing_type,
            trans_path,
            resource_category
    ) as share_request_no
from shown
