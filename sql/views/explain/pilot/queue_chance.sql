-- title: the chance of a task queue in the draw of a request
-- grain: one row
select draw_chance.chance
from draw_chance
where draw_chance.seq = ? and draw_chance.tq_id = ?
