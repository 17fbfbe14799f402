-- title: tasks without a choice that one criterion alone keeps from some queue
-- grain: one row
select count(*) as n_tasks, coalesce(sum(n_cores), 0)::bigint as n_cores
from
    (
        select jedi_task_id, any_value(n_cores) as n_cores
        from barred
        where is_waiting
        group by jedi_task_id
    ) as waiting
