-- title: the statistics that the policy reads next
-- note: in an order that does not depend on threads: sums of doubles do not either
-- kept_stats and kept_task_stats are what the simulation does not touch
delete from main.job_stats
;

insert into main.job_stats
from kept_stats;

insert into main.job_stats by name
select
    cohort.vo,
    cohort.prod_source_label,
    cohort.queue_name,
    cohort.gshare,
    cohort.workqueue_id,
    cohort.resource_type,
    held.job_status,
    cohort.nucleus,
    sum(held.n_jobs)::bigint as n_jobs,
    round(sum(held.n_jobs * cohort.core_milli) / 1000)::bigint as n_cores,
    if(held.job_status = 'running', cohort.disk_io_avg, null) as disk_io_avg,
    sum((cohort.hs06 * held.n_jobs)::decimal(38, 6))::double as hs06
from cohort
inner join held using (cohort_no)
group by all
order by all;

delete from main.task_job_stats
;

insert into main.task_job_stats
from kept_task_stats;

insert into main.task_job_stats by name
select
    cohort.jedi_task_id,
    cohort.queue_name,
    cohort.resource_type,
    held.job_status,
    snapshot.snapshot_time as last_change,
    sum(held.n_jobs)::bigint as n_jobs
from cohort
inner join held using (cohort_no)
cross join snapshot
where cohort.jedi_task_id is not null
group by all
order by all;
