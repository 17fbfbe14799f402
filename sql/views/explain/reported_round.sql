-- title: the last round that one chunk went through
-- grain: one row
select max(verdict.round)::integer as round
from verdict
inner join reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
where verdict.jedi_task_id = ? and verdict.chunk_no = ?
