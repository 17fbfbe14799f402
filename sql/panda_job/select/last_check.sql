-- title: the check that took the last queue of a chunk without a choice
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 4.4, "Empty after any step"
select
    verdict.jedi_task_id,
    verdict.chunk_no,
    arg_max(criterion.label, (criterion.effect = 'defer', criterion.step)) as label
from verdict
inner join
    selected
    on verdict.jedi_task_id = selected.jedi_task_id
    and verdict.chunk_no = selected.chunk_no
inner join criterion on reported_bit(verdict.reject_mask) = criterion.bit
where selected.n_selected = 0
group by verdict.jedi_task_id, verdict.chunk_no
