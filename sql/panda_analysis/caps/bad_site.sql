-- criterion: -badsite
-- label: final check
-- title: the user has more than max_q_len queued jobs there, no job runs at an
-- overloaded queue, or too many jobs of the task failed or were closed there
-- class: throttled
-- exempts: preassigned_task
-- source: C319, C320, C328
-- bounds: exactly max_q_len and exactly max_bad pass; max_q_len grows with the starts
-- per hour and the running jobs of the user, see facts/pair_user.sql, max_bad with the
-- finished jobs of the task; the queued jobs of the user count only where at least
-- BASE_QUEUE_LENGTH_PER_PQ jobs of the share are queued there, and at least as many as
-- start there in BASE_EXPECTED_WAIT_HOUR_ON_PQ hours; overloaded is what -overloaded
-- calls so, also where it drops none because all are
-- note: where several reasons hold, the detail gives the first
-- nulls: a user without jobs at the queue has none queued
-- differs: a task that names one queue is exempt in the running system only
-- (preassign_single_exempts); failed and closed jobs count here in the running system
-- only (bad_jobs_mode stabilizer), on the page they are the cap bad_jobs
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
