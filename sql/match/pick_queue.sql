-- title: the task queue that one request draws, its CPU time, and of how many it is
-- grain: one row; without a task queue where none fits
-- source: T040
-- note: $1 is the kind of request, $2 the draw key of the request
select drawn_first.queue.tq_id, drawn_first.queue.cpu_time, drawn_first.n_eligible
from
    (
        select
            arg_min(
                {'tq_id':choice.tq_id, 'cpu_time':choice.cpu_time},
                (
                    - choice.cpu_rank,
                    drawn($2::uhugeint, choice.draw_key) / choice.draw_priority,
                    choice.tq_id
                )
            ) as queue,
            count(*)::integer as n_eligible
        from choice
        where choice.class_id = $1
    ) as drawn_first
