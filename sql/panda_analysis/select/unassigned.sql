-- title: rounds in which the pre-assigned queue fell, and others were left
-- grain: jedi_task_id, chunk_no
-- source: C349
-- differs: on the page none counts: the task waits and is looked at again
with
    reached as (
        select
            checked.jedi_task_id,
            checked.chunk_no,
            bool_or(criterion.criterion = '-nonpreassigned') as has_others,
            bool_or(
                checked.queue_name = analysis_task.site_name
                and (criterion.step is null or criterion.step > asked.step)
            ) as has_site,
            any_value(analysis_task.site_name) as site_name
        from checked
        inner join reported_round using (jedi_task_id, chunk_no, round)
        inner join analysis_task using (jedi_task_id)
        left join criterion using (bit)
        cross join
            (
                select any_value(step) as step from criterion where criterion = '-nonpreassigned'
            ) as asked
        where reported_round.is_last and analysis_task.site_name is not null
        group by checked.jedi_task_id, checked.chunk_no
    )

select
    jedi_task_id,
    chunk_no,
    format('the pre-assigned queue {} fails, see its checks', site_name) as detail
from reached
cross join cfg
where cfg.preassigned_queue_fatal and has_others and not has_site
