-- title: of all that a cycle may decide about, that of one task
-- grain: unit_no
create or replace table x_unit as
select every_unit.*
from every_unit
where jedi_task_id = ?
