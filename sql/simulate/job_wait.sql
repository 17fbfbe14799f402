-- title: how long jobs waited that started in a cycle, and how long the others by then
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name, waited_s, is_started
-- note: from when a job came; those that were there before the first cycle are left out
-- nulls: no queue yet
with
    parts as (
        select
            cohort.jedi_task_id,
            cohort.chunk_no,
            cohort.queue_name,
            cohort.arrived_no,
            true as is_started,
            started.n_jobs
        from cohort
        inner join started using (cohort_no)
        union all by name
        select
            jedi_task_id, chunk_no, queue_name, arrived_no, false as is_started, n_waiting as n_jobs
        from cohort
        where n_waiting > 0
        union all by name
        select jedi_task_id, chunk_no, arrived_no, false as is_started, n_jobs
        from backlog
    )

select
    clock.snapshot_id,
    clock.snapshot_time,
    getvariable('policy') as policy,
    parts.jedi_task_id,
    parts.chunk_no::integer as chunk_no,
    parts.queue_name,
    (clock.cycle_no - parts.arrived_no) * model.cycle_s as waited_s,
    parts.is_started,
    sum(parts.n_jobs)::bigint as n_jobs
from parts
cross join clock
cross join model
where parts.arrived_no is not null
group by all
order by all
