-- title: the check that took the last queue of a chunk without a choice
-- grain: jedi_task_id, chunk_no
with
    checks as (
        select
            selected.jedi_task_id,
            selected.chunk_no,
            bit_or(lowest_bit(checked.reject_mask)) as reported
        from selected
        inner join checked using (jedi_task_id, chunk_no, round)
        where selected.n_selected = 0
        group by selected.jedi_task_id, selected.chunk_no
    )

select
    checks.jedi_task_id,
    checks.chunk_no,
    arg_max(criterion.label, (criterion.effect = 'defer', criterion.step)) as label
from checks
inner join criterion on has_bit(checks.reported, criterion.bit)
group by checks.jedi_task_id, checks.chunk_no
