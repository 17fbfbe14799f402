-- title: queues that are weighed together, with their class and the user's room there
-- grain: jedi_task_id, chunk_no, pool_round, queue_name
-- differs: queues with a problem have left before, on the page; where none is left, all
-- count
-- note: siblings count once; a queue without evaluation is of the middle class
with
    left_queue as (
        select
            weighed_pair.jedi_task_id,
            weighed_pair.chunk_no,
            weighed_pair.pool_round,
            weighed_pair.queue_name,
            coalesce(any_value(class.value)::bigint, 0) as site_class,
            any_value(pair_user.max_user_queue - pair_user.n_user_queued) as room,
            bool_and(
                cfg.wq_pool = 'class'
                or not (
                    pair_problem.has_long_queue
                    or pair_problem.is_idle
                    or pair_problem.has_bad_jobs
                    or pair_problem.is_full
                )
            ) as is_without_problem
        from weighed_pair
        inner join pair_user using (jedi_task_id, chunk_no, round, pseudo_queue)
        inner join pair_problem using (jedi_task_id, chunk_no, round, pseudo_queue)
        left join
            fresh_evaluation as class
            on class.metric = 'analy_site_eval'
            and class.key = 'class'
            and weighed_pair.queue_name = class.entity
        cross join cfg
        group by all
    )

select
    jedi_task_id,
    chunk_no,
    pool_round,
    queue_name,
    site_class,
    room,
    is_without_problem
    or not bool_or(is_without_problem) over (
        partition by jedi_task_id, chunk_no, pool_round
    ) as is_pooled
from left_queue
