-- title: what each queue can run, holds, started and finished in a cycle
-- grain: snapshot_id, policy, queue_name
-- source: C001
-- note: cores and jobs of the work that is decided; queues that never hold any are not
-- there
with
    lines as (
        select
            cohort.queue_name,
            sum(cohort.n_running * cohort.core_milli) as held_milli,
            sum(cohort.n_running) as n_running,
            sum(cohort.n_waiting) as n_waiting,
            sum(coalesce(started.n_jobs, 0)) as n_started,
            sum(coalesce(finished.n_jobs, 0)) as n_finished
        from cohort
        left join started using (cohort_no)
        left join finished using (cohort_no)
        group by cohort.queue_name
    )

select
    clock.snapshot_id,
    clock.snapshot_time,
    getvariable('policy') as policy,
    slot.queue_name,
    slot.n_milli / 1000.0::double as n_cores,
    coalesce(lines.held_milli, 0) / 1000.0::double as n_cores_held,
    coalesce(lines.n_running, 0)::bigint as n_running,
    coalesce(lines.n_waiting, 0)::bigint as n_waiting,
    coalesce(lines.n_started, 0)::bigint as n_started,
    coalesce(lines.n_finished, 0)::bigint as n_finished
from slot
left join lines using (queue_name)
cross join clock
where slot.n_milli > 0 or lines.queue_name is not null
order by all
