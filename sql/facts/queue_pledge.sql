-- title: cores in use at a queue, of all source labels or per label
-- grain: label, queue_name
-- source: C121
-- differs: the page counts running cores, the running system starting ones too, and
-- only those of the task's label
-- note: the label is empty where the cores of all labels count together
with
    counted as (
        select
            if(cfg.pledge_scope = 'label', job_stats.prod_source_label, '') as label,
            job_stats.queue_name,
            job_stats.n_cores
        from job_stats
        inner join snapshot using (vo)
        cross join cfg
        where list_contains(cfg.pledge_statuses, job_stats.job_status)
    )

select label, queue_name, sum(n_cores)::bigint as n_used_cores
from counted
group by label, queue_name
