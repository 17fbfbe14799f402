-- criterion: -badsite
-- label: final check
-- title: the user has a long queue there, it is overloaded and idle, or jobs went wrong
-- effect: drop
-- class: throttled
-- exempts: preassigned_task
-- source: C319, C320, C328
-- bounds: as many queued jobs as max_q_len pass
-- nulls: a user without jobs at the queue passes
-- differs: failed and closed jobs of the task are problems of this kind in the running
-- system only (bad_jobs_mode stabilizer)
select
    survivor.*,
    case
        when pair_problem.has_long_queue
        then
            format(
                'the user has {} queued jobs > max_q_len {:.1f}',
                pair_problem.n_user_queued,
                pair_problem.max_user_queue
            )
        when pair_problem.is_idle
        then 'no job is running at the overloaded queue'
        else
            format(
                '{} jobs of the task failed or closed > {}',
                pair_problem.n_bad,
                pair_problem.max_bad
            )
    end as detail
from survivor
inner join pair_problem using (jedi_task_id, chunk_no, round, pseudo_queue)
cross join cfg
where
    (
        pair_problem.has_long_queue
        or pair_problem.is_idle
        or (pair_problem.has_bad_jobs and cfg.bad_jobs_mode = 'stabilizer')
    )
