-- title: of all that a cycle may decide about, that of a range of tasks
-- grain: unit_no
create or replace table x_unit as
select every_unit.*
from every_unit
where jedi_task_id >= $first_task and jedi_task_id < $next_task
