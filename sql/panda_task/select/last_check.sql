-- title: the check that took the last nucleus of a task
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 2.4, "When any step empties the list"
with
    checks as (
        select
            verdict.jedi_task_id,
            verdict.chunk_no,
            bit_or(lowest_bit(verdict.reject_mask)) as reported
        from verdict
        group by verdict.jedi_task_id, verdict.chunk_no
    )

select
    checks.jedi_task_id,
    checks.chunk_no,
    arg_max(criterion.label, criterion.step) as label
from checks
inner join criterion on has_bit(checks.reported, criterion.bit)
group by checks.jedi_task_id, checks.chunk_no
