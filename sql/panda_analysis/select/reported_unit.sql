-- title: rounds that are reported, and which of a chunk is the last
-- grain: unit_no
select numbered_unit.unit_no, round_course.is_last
from round_course
inner join numbered_unit using (jedi_task_id, chunk_no, round)
