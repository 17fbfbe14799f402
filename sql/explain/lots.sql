-- title: the chance of each nucleus of one task, and the number that was drawn
-- grain: queue_name
select lot.queue_name, lot.chance, lot.u_from, lot.u_to, lot.u
from lot
where lot.jedi_task_id = ?
