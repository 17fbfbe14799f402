-- criterion: -badsite
-- label: final check
-- title: the user has too many queued jobs at the queue
-- effect: drop
-- class: throttled
-- source: C319, C320, C328
-- bounds: as many queued jobs as max_q_len pass
-- nulls: a user without jobs at the queue passes
-- differs: in the running system failed and closed jobs of the task are problems of
-- this kind, and a pre-assigned queue passes
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.round,
    survivor.queue_name,
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
inner join pair_problem using (jedi_task_id, chunk_no, round, queue_name)
inner join analysis_task using (jedi_task_id)
cross join cfg
where
    (
        analysis_task.site_name is null
        or not list_contains(cfg.preassign_single_exempts, '-badsite')
    )
    and (
        pair_problem.has_long_queue
        or pair_problem.is_idle
        or (pair_problem.has_bad_jobs and cfg.bad_jobs_mode = 'stabilizer')
    )
