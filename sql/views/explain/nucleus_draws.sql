-- title: the chance of each nucleus of tasks, and the number that was drawn
-- grain: jedi_task_id, nucleus
select jedi_task_id, nucleus, chance, u_from, u_to, u from nucleus_draw where $chosen
