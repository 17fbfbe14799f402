-- title: how many jobs of a group are in a status of PanDA; none counts as 0
create or replace macro n_jobs_in(job_status, n_jobs, wanted) as
    coalesce(sum(n_jobs) filter (where job_status = wanted), 0)::bigint;
