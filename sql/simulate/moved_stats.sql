-- title: statistics of jobs that wait or run with a label that is decided
select job_stats.*
from main.job_stats
inner join main.snapshot using (vo)
inner join decided_label using (prod_source_label)
where
    job_stats.n_jobs > 0
    and (job_stats.job_status = 'running' or waits_for_slot(job_stats.job_status))
