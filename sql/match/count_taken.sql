-- title: one job fewer in a task queue
-- note: $1 is the task queue, $2 the user priority of the job
update open_class
set n_jobs = open_class.n_jobs - 1, n_taken = open_class.n_taken + 1
where open_class.tq_id = $1 and open_class.user_priority = $2
