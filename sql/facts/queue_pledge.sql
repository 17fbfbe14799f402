-- title: cores in use at a queue, of all source labels or per label
-- grain: label, queue_name
-- source: C121
-- differs: the page counts running cores, the running system starting ones too, and
-- only those of the task's label
-- note: the label is empty where the cores of all labels count together
with
    counted as (
        select
            case
                when cfg.pledge_scope = 'label' then job_stats.prod_source_label else ''
            end as label,
            job_stats.queue_name,
            job_stats.n_cores
        from job_stats
        inner join snapshot using (vo)
        cross join cfg
        where list_contains(cfg.pledge_statuses, job_stats.job_status)
    )

select counted.label, counted.queue_name, sum(counted.n_cores)::bigint as n_used_cores
from counted
group by counted.label, counted.queue_name
