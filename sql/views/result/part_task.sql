-- title: the tasks of a cycle in parts of consecutive ones, and of all decisions those
-- of one part
create table part_task as
select jedi_task_id, ntile($n_parts) over (order by jedi_task_id) as part_no
from (select distinct jedi_task_id from x_unit) as tasks
;

delete from x_unit
where
    x_unit.jedi_task_id
    in (select part_task.jedi_task_id from part_task where part_task.part_no != $part_no)
