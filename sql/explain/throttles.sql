-- title: what may throttle one analysis task: the use of its owner, and the limit
-- grain: criterion, what
-- source: Brokerage page, ATLAS Analysis Job Brokerage, caps, shares and quotas
-- nulls: a limit of NULL is none; a use of NULL is not known, or too old to count
with
    counted as (
        select
            unnest(['running', 'queued']) as state,
            unnest([user_cap.n_running_jobs, user_cap.n_queued_jobs]) as n_jobs,
            unnest([user_cap.n_running_cores, user_cap.n_queued_cores]) as n_cores,
            unnest([1, cfg.queued_per_cap]) as factor,
            user_cap.job_cap,
            user_cap.core_cap
        from user_cap
        cross join cfg
        where user_cap.jedi_task_id = $1
    )

select
    '-throttle_jobs' as criterion,
    concat(counted.state, ' jobs') as what,
    counted.n_jobs::double as used,
    (counted.factor * counted.job_cap)::double as most,
    'jobs' as unit
from counted
union all
select
    '-throttle_cores' as criterion,
    concat(counted.state, ' cores') as what,
    counted.n_cores::double as used,
    (counted.factor * counted.core_cap)::double as most,
    'cores' as unit
from counted
union all
select
    '-throttle_share' as criterion,
    concat('share, class ', ['C', 'B', 'A'][task_class.class + 2]) as what,
    task_class.usage_percent
    * if(task_class.class = 1, task_class.slot_ratio, 1) as used,
    [cfg.class_c_usage, cfg.class_b_usage, cfg.class_a_usage][
        task_class.class + 2
    ] as most,
    '%' as unit
from task_class
inner join analysis_task on task_class.jedi_task_id = analysis_task.jedi_task_id
cross join cfg
where task_class.jedi_task_id = $1 and analysis_task.gshare = 'User Analysis'
union all
select
    unnest(['-throttle_quota', '-throttle_near_quota']) as criterion,
    unnest(['disk', 'disk, but for merging']) as what,
    account_quota.used_tb as used,
    unnest([1, cfg.near_quota]) * account_quota.limit_tb as most,
    'TB' as unit
from analysis_task
inner join account_quota on analysis_task.account = account_quota.account
cross join cfg
where analysis_task.jedi_task_id = $1
order by criterion, what desc
