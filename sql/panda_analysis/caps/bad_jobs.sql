-- criterion: -closed
-- label: final check
-- title: too many jobs of the task failed or were closed at the queue
-- class: capacity
-- source: C316
-- bounds: as many as the limit fail
-- nulls: no jobs pass
-- differs: a problem of the kind -badsite in the running system
select
    survivor.*,
    format(
        '{} jobs of the task failed or closed, fewer than {} allowed',
        pair_problem.n_bad,
        pair_problem.max_bad
    ) as detail
from survivor
inner join pair_problem using (jedi_task_id, chunk_no, round, pseudo_queue)
cross join cfg
where pair_problem.has_bad_jobs and cfg.bad_jobs_mode = 'all'
