-- title: tasks that ask nuclei for the same places, and what they want
-- grain: jedi_task_id
-- note: the plan is evaluated once for all its tasks
with
    wishes as (
        select
            brokered_task.jedi_task_id,
            coalesce(
                list(distinct task_output.wanted order by task_output.wanted) filter (
                    task_output.wanted is not null
                ),
                []
            ) as wanted,
            any_value(brokered_task.prod_source_label) as prod_source_label,
            any_value(brokered_task.full_chain is not null) as is_full_chain
        from brokered_task
        left join task_output using (jedi_task_id)
        group by brokered_task.jedi_task_id
    )

select wishes.*, dense_rank() over (order by prod_source_label, is_full_chain, wanted) as plan_no
from wishes
