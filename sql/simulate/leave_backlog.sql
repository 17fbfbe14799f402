-- title: jobs that got a queue are no longer without one
update backlog
set n_jobs = backlog.n_jobs - gone.n_jobs
from
    (
        select
            placed.jedi_task_id,
            placed.chunk_no,
            placed.arrived_no,
            sum(placed.n_jobs) as n_jobs
        from placed
        group by all
    ) as gone
where
    backlog.jedi_task_id = gone.jedi_task_id
    and backlog.chunk_no = gone.chunk_no
    and backlog.arrived_no = gone.arrived_no;

delete from backlog
where n_jobs = 0
;
