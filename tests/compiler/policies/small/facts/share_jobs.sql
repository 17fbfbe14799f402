-- title: jobs of a share at a queue
-- grain: gshare, queue_name
select job_stats.gshare, job_stats.queue_name, sum(job_stats.n_jobs)::bigint as n_jobs
from job_stats
group by job_stats.gshare, job_stats.queue_name
