-- title: urgent jobs that do not start, and since when they and their queue wait
-- grain: panda_id
-- source: C236
-- nulls: a priority of NULL is not urgent; a relocation flag of NULL is not "not 2"
-- differs: the page asks for status and priority only, and the clock is the last change
-- of the job; the running system looks at a queue once one job of it has been in its
-- status for too long, then either clock counts for each
with
    urgent as (
        select
            job.panda_id,
            job.queue_name,
            job.modification_time,
            least(job.modification_time, job.state_change_time) as either_time,
            if(
                job.job_status = 'activated', job.modification_time, job.state_change_time
            ) as status_time
        from job
        cross join cfg
        where
            job.table_name = 'active4'
            and job.job_status in ('activated', 'starting')
            and job.current_priority >= cfg.high_prio
            and (
                not cfg.timeout_preconditions
                or (
                    job.prod_source_label = 'managed'
                    and job.locked_by = 'jedi'
                    and job.processing_type <> 'pmerge'
                    and job.relocation_flag <> 2
                )
            )
    )

select
    urgent.panda_id,
    urgent.queue_name,
    if(cfg.urgent_clock = 'job', urgent.modification_time, urgent.either_time) as clock_time,
    case
        when cfg.urgent_clock = 'job'
        then urgent.modification_time
        else min(urgent.status_time) over (partition by urgent.queue_name)
    end as queue_clock_time
from urgent
cross join cfg
