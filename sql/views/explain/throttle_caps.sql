-- title: jobs and cores of the owners of some analysis tasks, and their caps
-- grain: jedi_task_id, criterion, what
-- source: C272, C273, C274, C275, C276
-- nulls: a limit of NULL is none, also for tasks that the caps spare
with
    asked as (
        select
            analysis_chunk.jedi_task_id,
            bool_and(analysis_chunk.is_merging and cfg.caps_skip_merge) as is_spared
        from analysis_chunk
        cross join cfg
        where list_contains(?::bigint[], analysis_chunk.jedi_task_id)
        group by analysis_chunk.jedi_task_id
    ),
    counted as (
        select
            user_cap.jedi_task_id,
            unnest(['running', 'queued']) as state,
            unnest([1, cfg.queued_per_cap]) as factor,
            unnest([user_cap.n_running_jobs, user_cap.n_queued_jobs]) as n_jobs,
            unnest([user_cap.n_running_cores, user_cap.n_queued_cores]) as n_cores,
            if(asked.is_spared, null, user_cap.job_cap) as job_cap,
            if(asked.is_spared, null, user_cap.core_cap) as core_cap
        from user_cap
        inner join asked on user_cap.jedi_task_id = asked.jedi_task_id
        cross join cfg
    )

select
    jedi_task_id,
    unnest(['-throttle_jobs', '-throttle_cores']) as criterion,
    concat(state, unnest([' jobs', ' cores'])) as what,
    unnest([n_jobs, n_cores])::double as value,
    (factor * unnest([job_cap, core_cap]))::double as "limit",
    unnest(['jobs', 'cores']) as unit
from counted
order by jedi_task_id, unit desc, what desc
