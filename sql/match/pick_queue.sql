-- title: the task queue that one request draws with its CPU time, and of how many it is
-- grain: one row; without a task queue where none fits
-- source: T040
-- note: $1 is the kind of request, $2 the draw key of the request
select
    arg_min(
        {'tq_id':tq_id, 'cpu_time':cpu_time},
        (- cpu_rank, drawn($2::uhugeint, draw_key) / draw_priority, tq_id)
    ) as queue,
    count(*)::integer as n_eligible
from choice
where class_id = $1
