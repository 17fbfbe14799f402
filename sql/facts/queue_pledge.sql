-- title: cores in use at a queue per source label
-- grain: prod_source_label, queue_name
-- source: spec/production.md 4.4 JB-73
-- differs: the page counts running cores, the running system starting ones too
select
    job_stats.prod_source_label,
    job_stats.queue_name,
    sum(job_stats.n_cores)::bigint as n_used_cores
from job_stats
inner join snapshot on job_stats.vo = snapshot.vo
cross join cfg
where list_contains(cfg.pledge_statuses, job_stats.job_status)
group by job_stats.prod_source_label, job_stats.queue_name
