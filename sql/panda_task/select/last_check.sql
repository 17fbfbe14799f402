-- title: the check that took the last nucleus of a task, the final one if some survive
-- grain: jedi_task_id, chunk_no
with
    checks as (
        select
            verdict.jedi_task_id,
            verdict.chunk_no,
            bit_or(lowest_bit(verdict.reject_mask)) as reported,
            bool_or(survivor.pair_no is not null) as is_final
        from verdict
        left join survivor using (pair_no)
        group by verdict.jedi_task_id, verdict.chunk_no
    )

select
    checks.jedi_task_id,
    checks.chunk_no,
    case
        when bool_or(checks.is_final)
        then 'final check'
        else arg_max(criterion.label, criterion.step)
    end as label
from checks
left join criterion on has_bit(checks.reported, criterion.bit)
group by checks.jedi_task_id, checks.chunk_no
