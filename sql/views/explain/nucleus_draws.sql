-- title: the chance of each nucleus of one task, and the number that was drawn
-- grain: nucleus
select nucleus, chance, u_from, u_to, u from nucleus_draw where jedi_task_id = ?
