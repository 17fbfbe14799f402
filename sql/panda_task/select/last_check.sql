-- title: the check that took the last nucleus of a task, the final one if some survive
-- grain: jedi_task_id, chunk_no
with
    checks as (
        select
            checked.jedi_task_id,
            checked.chunk_no,
            bit_or(lowest_bit(checked.reject_mask)) as reported,
            bool_or(survivor.nucleus is not null) as is_final
        from checked
        left join survivor using (jedi_task_id, chunk_no, nucleus)
        group by checked.jedi_task_id, checked.chunk_no
    )

select
    checks.jedi_task_id,
    checks.chunk_no,
    if(bool_or(checks.is_final), 'final check', arg_max(criterion.label, criterion.step)) as label
from checks
left join criterion on has_bit(checks.reported, criterion.bit)
group by checks.jedi_task_id, checks.chunk_no
