-- title: the chance of each nucleus of one task, and the number that was drawn
-- grain: queue_name
select
    nucleus_draw.queue_name,
    nucleus_draw.chance,
    nucleus_draw.u_from,
    nucleus_draw.u_to,
    nucleus_draw.u
from nucleus_draw
where nucleus_draw.jedi_task_id = ?
