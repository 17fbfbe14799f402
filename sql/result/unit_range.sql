-- title: the numbers of the decisions of one task
select
    coalesce(min(x_unit.unit_no), 0) as first_unit,
    coalesce(max(x_unit.unit_no) + 1, 0) as last_unit
from x_unit
where x_unit.jedi_task_id = ?
