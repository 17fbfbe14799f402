-- title: urgent jobs that do not start, and the oldest of their queue
-- grain: panda_id
-- source: spec/production.md 8.1 TO-10: a queue is looked at once the clock of the
-- source: status of one of its jobs is over, then either clock counts for each job
-- nulls: a priority of NULL is not urgent; a relocation flag of NULL is not "not 2"
-- differs: the page asks for status and priority only (D55)
with
    urgent as (
        select
            job.panda_id,
            job.queue_name,
            least(job.modification_time, job.state_change_time) as clock_time,
            case
                when job.job_status = 'activated'
                then job.modification_time
                else job.state_change_time
            end as status_clock_time
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
    urgent.clock_time,
    min(urgent.status_clock_time) over (
        partition by urgent.queue_name
    ) as queue_clock_time
from urgent
