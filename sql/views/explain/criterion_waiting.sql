-- title: tasks without a choice that one criterion alone keeps from some queue
-- grain: one row
select count(*) as n_tasks, coalesce(sum(waiting.n_cores), 0)::bigint as n_cores
from
    (
        select barred.jedi_task_id, any_value(barred.n_cores) as n_cores
        from barred
        where barred.is_waiting
        group by barred.jedi_task_id
    ) as waiting
