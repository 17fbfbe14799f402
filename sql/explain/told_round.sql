-- title: the last round that one chunk went through
-- grain: one row
select max(verdict.round)::integer as round
from verdict
inner join told_unit on verdict.unit_no = told_unit.unit_no and told_unit.is_last
where verdict.jedi_task_id = ? and verdict.chunk_no = ?
